/** Whether the device has a way to hand texts on (Web Share, in secure contexts alone). */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/**
 * Hands a text to the device's own sharing. Resolves to whether it was taken: browsers without sharing, a call no press
 * led to, and a payer who thinks better of it take nothing.
 */
export async function shareText(text: string): Promise<boolean> {
  try {
    await navigator.share({ text });
    return true;
  } catch {
    return false;
  }
}
