/** Reads everything that a payer can take from a slip, as it is shown and as it is copied. */
import { METHODS, type Method } from '../../src/core/methods.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

export interface Value {
  readonly key: string;
  readonly shown: string;
  readonly copied: string;
}

export interface Values {
  readonly method: number;
  readonly rows: readonly Value[];
  /** The payload of the QR code, and its path. */
  readonly code: readonly string[];
  readonly links: readonly string[];
  readonly amount: string;
  readonly fingerprint: string;
}

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** Replaces the clipboard of the page. Other tests prove that the real one gets the text. */
export function clipboardOfPage(): { last: string } {
  const board = { last: '' };
  Object.defineProperty(navigator.clipboard, 'writeText', {
    value: (text: string) => {
      board.last = text;
      return Promise.resolve();
    },
  });
  return board;
}

/** An endpoint that returns the method's sample. */
export function endpointOf({ fiat, sample, hasTxId }: Method): string {
  const data = { fiat, fieldList: sample, ...(hasTxId && { txId: '100001' }) };
  return `/scripted?${new URLSearchParams({ body: JSON.stringify({ code: 200, msg: 'SUCCESS', data }) })}`;
}

/** Shows a method and reads all its values. */
export async function valuesOf(method: Method, board: { last: string }): Promise<Values> {
  const slip = document.createElement('deposit-slip');
  slip.endpoint = endpointOf(method);
  slip.paymentId = String(method.id);
  slip.watch = true;
  if (method.amount === 'required') slip.amount = '1234.50';
  document.body.append(slip);
  await slip.updateComplete;
  while (slip.status === 'loading') await frame();
  const root = slip.shadowRoot!;
  // A frame, not a microtask: the encoder is loaded over the network, which a loop of microtasks would block.
  while (slip.slip?.code && !root.querySelector('[part="qr"][data-drawn] path')) await frame();
  const values = {
    method: method.id,
    rows: await rowsOf(slip, board),
    code: [slip.slip?.code?.payload ?? '', root.querySelector('[part="qr"] path')?.getAttribute('d') ?? ''],
    links: [...root.querySelectorAll<HTMLAnchorElement>('[part="link"]')].map(({ href }) => href),
    amount: slip.slip?.askedAmount ?? '',
    fingerprint: slip.slip?.fingerprint ?? '',
  };
  slip.remove();
  return values;
}

async function rowsOf(slip: DepositSlip, board: { last: string }): Promise<Value[]> {
  const values: Value[] = [];
  for (const row of slip.shadowRoot!.querySelectorAll<HTMLElement>('[part~="row"]')) {
    board.last = '';
    const copied = new Promise<void>((resolve) =>
      slip.addEventListener('deposit-copy', () => resolve(), { once: true }),
    );
    const button = row.querySelector<HTMLElement>('[part~="copy"]');
    button?.click();
    if (button) await copied;
    const shown = row.querySelector('[part~="value"]')!.textContent;
    values.push({ key: row.dataset['key']!, shown, copied: board.last });
  }
  return values;
}

/** The values of every method. */
export async function allValues(): Promise<Values[]> {
  const board = clipboardOfPage();
  const all: Values[] = [];
  for (const method of METHODS) all.push(await valuesOf(method, board));
  return all;
}
