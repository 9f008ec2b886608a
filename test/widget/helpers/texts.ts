import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';

/** The texts that an element hands over to the device when it is shared and copied. */
export async function textsOf(slip: DepositSlip): Promise<{ shared: string; copied: string }> {
  const texts = { shared: '', copied: '' };
  const share = Object.getOwnPropertyDescriptor(navigator, 'share');
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async ({ text = '' }: ShareData) => void (texts.shared = text),
  });
  Object.defineProperty(navigator.clipboard, 'writeText', {
    configurable: true,
    value: async (text: string) => void (texts.copied = text),
  });
  try {
    await slip.share();
    await slip.copy();
  } finally {
    Reflect.deleteProperty(navigator.clipboard, 'writeText');
    Reflect.deleteProperty(navigator, 'share');
    if (share) Object.defineProperty(navigator, 'share', share);
  }
  return texts;
}
