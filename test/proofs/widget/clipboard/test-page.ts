/**
 * A document that shows a slip: the page of the test itself, or a frame of any kind, which messages control
 * (test/pages/copying.ts).
 */
import { copyAmount } from '../../../../src/core/money.js';
import { METHODS } from '../../../../src/core/methods.js';
import '../../../../src/index.js';
import { numberLocale } from '../../../../src/widget/shared/i18n/formatting.js';
import type { DepositSlip } from '../../../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../../../src/widget/locales/en.js';
import { nextEvent } from '../../../widget/helpers/events.js';
import { liveRegion, unfold } from '../../../widget/helpers/queries.js';
import { DISTURBANCES, type Disturbance } from './disturbances.js';

/** WebKit pastes it as a space, so that the clipboard cannot be read back exactly. */
export const NO_BREAK = 'no-break space';

/** The id of an unknown method, whose values are texts a clipboard could alter. */
export const UNKNOWN_METHOD = 9;
const UNUSUAL_TEXTS = {
  spaces: '  two  spaces ',
  [NO_BREAK]: 'a\u00A0b',
  quotes: `"it's" <b>&amp;</b>`,
  accents: 'Jose\u0301 Ñandú',
  emoji: '\u{1F469}\u200D\u{1F467}',
  'right to left': 'שלום 123',
  long: '0123456789'.repeat(400),
};

/** The value that one button copies. */
export interface Value {
  readonly key: string;
  readonly kind: string;
  readonly copy: string;
}

/**
 * The outcome of a click: according to the event, according to all that a payer sees or hears, and whether it
 * came within a second of the click.
 */
export interface CopyResult {
  readonly outcome: string;
  /**
   * Whether each of the signs says "Copied": the button's words or its tick, its color, and the live region.
   */
  readonly signs: readonly boolean[];
  readonly isInTime: boolean;
  readonly errors: readonly string[];
}

export interface TestPage {
  /** Shows the sample of a method, and returns one value for each copy button, in order. */
  show(paymentId: number): Promise<readonly Value[]>;
  /** Applies a disturbance and returns the center of the button in this document's viewport. */
  prepare(button: number, disturbance: Disturbance): Promise<{ x: number; y: number }>;
  /** The outcome of the click. Removes the disturbance. */
  result(): Promise<CopyResult>;
  /** Removes the slip. */
  clear(): Promise<void>;
}

const TIME_LIMIT_MS = 1_000;
/** Longer than any copy may take. */
const GIVE_UP_MS = 5_000;
const NO_RESULT = { outcome: 'no outcome', signs: [], isInTime: false };

/** Shows slips in this document. */
export function createTestPage(): TestPage {
  const errors: string[] = [];
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  let slip: DepositSlip | undefined;
  let pending: Promise<Omit<CopyResult, 'errors'>> | undefined;
  let undo = (): void => undefined;
  const buttons = (): HTMLElement[] => [...slip!.shadowRoot!.querySelectorAll<HTMLElement>('[part="copy"]')];
  const clear = async (): Promise<void> => slip?.remove();
  return {
    clear,
    show: async (paymentId) => {
      await clear();
      slip = slipOf(paymentId);
      document.body.append(slip);
      await slip.updateComplete;
      unfold(slip);
      const { slip: shown } = slip;
      return buttons().map((button) => valueOf(button, shown));
    },
    prepare: async (at, disturbance) => {
      const button = buttons()[at]!;
      pending = Promise.race([resultOf(slip!, button), noResult()]);
      button.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = button.getBoundingClientRect();
      undo = DISTURBANCES[disturbance]();
      return { x: x + width / 2, y: y + height / 2 };
    },
    result: async () => {
      const result = await pending!;
      undo();
      return { ...result, errors: errors.splice(0) };
    },
  };
}

function slipOf(paymentId: number): DepositSlip {
  const slip = document.createElement('deposit-slip');
  const method = METHODS.find(({ id }) => id === paymentId);
  const data = {
    fiat: method?.fiat ?? 'USD',
    fieldList: method?.sample ?? UNUSUAL_TEXTS,
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
  return {
    key: 'amount',
    kind: 'amount',
    copy: copyAmount(slip?.askedAmount ?? '', slip?.fiat, numberLocale('en', slip?.fiat)),
  };
}

/** Measures with the page's own timer, started by the click, so that a slow machine delays both equally. */
async function resultOf(slip: DepositSlip, button: HTMLElement): Promise<Omit<CopyResult, 'errors'>> {
  let isInTime = true;
  const start = (): unknown => setTimeout(() => (isInTime = false), TIME_LIMIT_MS);
  button.addEventListener('click', start, { once: true, capture: true });
  const before = faceOf(button);
  const { outcome } = await nextEvent(slip, 'deposit-copy');
  const result = { outcome, isInTime };
  await slip.updateComplete;
  const signs = [
    faceOf(button) !== before,
    button.dataset['outcome'] === 'copied',
    liveRegion(slip).textContent.includes(en.copied),
  ];
  return { ...result, signs };
}

/** What a button shows: its drawing and its words. */
function faceOf(button: HTMLElement): string {
  return `${button.querySelector('path')!.getAttribute('d')} ${button.textContent.trim()}`;
}

function noResult(): Promise<typeof NO_RESULT> {
  return new Promise((resolve) => setTimeout(() => resolve(NO_RESULT), GIVE_UP_MS));
}
