/**
 * A document with a slip in it, wherever it stands: the page itself, or a frame of any kind, which is asked by messages
 * (test/pages/copying.ts).
 */
import { copyAmount } from '../../../../src/core/money.js';
import { METHODS } from '../../../../src/core/methods.js';
import '../../../../src/index.js';
import { numberLocale } from '../../../../src/widget/shared/i18n/formatting.js';
import type { DepositSlip } from '../../../../src/widget/deposit-slip/deposit-slip.js';
import { DISTURBANCES, type Disturbance } from './disturbances.js';

/** WebKit pastes it as a space, so nobody can tell what the clipboard held. */
export const NO_BREAK = 'no-break space';

/** Of no method: texts a clipboard could bend, under keys nobody knows. */
export const STRANGE = 9;
const STRANGE_TEXTS = {
  spaces: '  two  spaces ',
  [NO_BREAK]: 'a\u00A0b',
  quotes: `"it's" <b>&amp;</b>`,
  accents: 'Jose\u0301 Ñandú',
  emoji: '\u{1F469}\u200D\u{1F467}',
  'right to left': 'שלום 123',
  long: '0123456789'.repeat(400),
};

/** What is copied by one button. */
export interface Value {
  readonly key: string;
  readonly kind: string;
  readonly copy: string;
}

/** What became of a press: the event's word, the button's, and whether it was told within a second of the click. */
export interface Told {
  readonly outcome: string;
  readonly isCopiedShown: boolean;
  readonly isInTime: boolean;
  readonly errors: readonly string[];
}

export interface Room {
  /** Shows a method's sample; one value for each copy button, in their order. */
  show(paymentId: number): Promise<readonly Value[]>;
  /** Begins to disturb, and says where the button is: its centre in this document's viewport. */
  prepare(button: number, disturbance: Disturbance): Promise<{ x: number; y: number }>;
  /** What became of the press; nothing is disturbed any more. */
  told(): Promise<Told>;
  leave(): Promise<void>;
}

const IN_TIME = 1_000;
/** Longer than any press may take: nothing was told. */
const NEVER_AFTER = 5_000;
const NEVER = { outcome: 'nothing was told', isCopiedShown: false, isInTime: false };

export function roomHere(): Room {
  const errors: string[] = [];
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  let slip: DepositSlip | undefined;
  let telling: Promise<Omit<Told, 'errors'>> | undefined;
  let undisturb = (): void => undefined;
  const buttons = (): HTMLElement[] => [...slip!.shadowRoot!.querySelectorAll<HTMLElement>('[part="copy"]')];
  const leave = async (): Promise<void> => slip?.remove();
  return {
    leave,
    show: async (paymentId) => {
      await leave();
      slip = slipOf(paymentId);
      document.body.append(slip);
      await slip.updateComplete;
      const { slip: shown } = slip;
      return buttons().map((button) => valueOf(button, shown));
    },
    prepare: async (at, disturbance) => {
      const button = buttons()[at]!;
      telling = Promise.race([pressOf(slip!, button), lateness()]);
      button.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = button.getBoundingClientRect();
      undisturb = DISTURBANCES[disturbance]();
      return { x: x + width / 2, y: y + height / 2 };
    },
    told: async () => {
      const told = await telling!;
      undisturb();
      return { ...told, errors: errors.splice(0) };
    },
  };
}

function slipOf(paymentId: number): DepositSlip {
  const slip = document.createElement('deposit-slip');
  const method = METHODS.find(({ id }) => id === paymentId);
  const data = {
    fiat: method?.fiat ?? 'USD',
    fieldList: method?.sample ?? STRANGE_TEXTS,
    ...(method?.hasTxId && { txId: '100001' }),
  };
  return Object.assign(slip, {
    lang: 'en',
    paymentId: String(paymentId),
    amount: '1150.50',
    answer: { code: 200, data },
  });
}

function valueOf(button: HTMLElement, slip: DepositSlip['slip']): Value {
  const key = button.closest<HTMLElement>('[part="row"]')?.dataset['key'];
  const row = slip?.rows.find((each) => each.key === key);
  if (row) return { key: row.key, kind: row.kind, copy: row.copy };
  const method = METHODS.find(({ id }) => id === slip?.paymentId);
  return {
    key: 'amount',
    kind: 'amount',
    copy: copyAmount(slip?.askedAmount ?? '', numberLocale('en', method?.amountLocale)),
  };
}

/** By the page's own clock, started with the click: on a machine that is slow for both, the order of the two stands. */
async function pressOf(slip: DepositSlip, button: HTMLElement): Promise<Omit<Told, 'errors'>> {
  let isInTime = true;
  const start = (): unknown => setTimeout(() => (isInTime = false), IN_TIME);
  button.addEventListener('click', start, { once: true, capture: true });
  const { outcome } = await new Promise<HTMLElementEventMap['deposit-copy']>((resolve) =>
    slip.addEventListener('deposit-copy', resolve, { once: true }),
  );
  const told = { outcome, isInTime };
  await slip.updateComplete;
  return { ...told, isCopiedShown: button.textContent.includes('Copied') };
}

function lateness(): Promise<typeof NEVER> {
  return new Promise((resolve) => setTimeout(() => resolve(NEVER), NEVER_AFTER));
}
