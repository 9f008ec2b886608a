import { isElementOf } from '../shared/elements-of.js';
import { showTop } from '../shared/scrolling.js';
import type { DepositOpenEvent } from './events.js';

/**
 * The part of `<deposit-slip>` that the history uses. The history must not import the slip, because the two
 * are delivered separately.
 */
interface Slip extends HTMLElement {
  readonly slip?: { readonly txId?: string };
  chooseMethod(paymentId: number, amount?: string): void;
}

/** Whether an element is a slip that sends its requests to an endpoint. */
export function isSlipOf(url: string, target: EventTarget | undefined): target is Slip {
  return isElementOf('deposit-slip', url, target) && 'chooseMethod' in target;
}

/**
 * Shows a deposit's payment details in the slip with the same endpoint on the page. Returns whether there is
 * such a slip.
 */
export function openInSlip(
  history: HTMLElement,
  url: string,
  { paymentId, txId, amount }: DepositOpenEvent,
): boolean {
  const slip = slipIn(history.getRootNode() as ParentNode, url) ?? slipIn(document, url);
  if (!slip || paymentId === undefined) return false;
  const isOnShow = txId !== undefined && slip.slip?.txId === txId;
  if (isOnShow) slip.focus();
  else {
    focusOnceShown(slip);
    slip.chooseMethod(paymentId, amount);
  }
  showTop(slip);
  return true;
}

/** The first slip with an endpoint below a node, including open shadow roots. */
function slipIn(root: ParentNode, url: string): Slip | undefined {
  for (const element of root.querySelectorAll('*')) {
    if (isSlipOf(url, element)) return element;
    const inner = element.shadowRoot && slipIn(element.shadowRoot, url);
    if (inner) return inner;
  }
  return undefined;
}

/**
 * Moves the focus to the slip once it shows something to press, unless the payer has moved the focus
 * elsewhere in the meantime.
 */
function focusOnceShown(slip: Slip): void {
  const shown = new AbortController();
  const focused = document.activeElement;
  for (const type of ['deposit-ready', 'deposit-problem', 'deposit-arrived'])
    slip.addEventListener(
      type,
      () => {
        shown.abort();
        const { activeElement } = document;
        if (activeElement === focused || activeElement === document.body) slip.focus({ preventScroll: true });
      },
      { signal: shown.signal },
    );
}
