import type { Code } from './attribution.js';
import type { Flow, Meaning } from './flow.js';
import { NOW, type Deposit, type Payment } from './payment.js';

/** A flow that was stored. */
export interface KnownFlow {
  readonly flow: Flow;
  readonly state: 'booked' | 'unmatched' | 'earlier' | 'pending' | 'return' | 'unmatched-return';
  readonly readAt: number;
  /** Present if it is not a return. */
  readonly deposit?: Deposit;
  readonly payment?: Payment;
}

/** A merchant of the API. */
export class Merchant {
  readonly payments: Payment[] = [];
  readonly codes: Code[] = [];
  readonly closed = new Set<string>();
  readonly flows = new Map<string, KnownFlow>();
  readonly unreadable = new Set<string>();
  readonly #firstSlips: { readonly seq: number; readonly at: number }[] = [];

  constructor(
    readonly id: string,
    readonly own: boolean,
  ) {}

  paymentOf(grant: string, fiat: string): Payment | undefined {
    return this.payments.find((each) => each.grant === grant && each.fiat === fiat);
  }

  paymentsOf(grant: string): readonly Payment[] {
    return this.payments.filter((each) => each.grant === grant);
  }

  /** When the first slip was issued, among those that existed after a change. */
  firstSlipAt(seq = NOW): number {
    return Math.min(...this.#firstSlips.filter((each) => each.seq <= seq).map(({ at }) => at));
  }

  get watchedUntil(): number {
    return Math.max(...this.payments.map((each) => each.watchedUntil()));
  }

  addSlip(seq: number, at: number): void {
    this.#firstSlips.push({ seq, at });
  }

  isClosed(grant: string): boolean {
    return this.closed.has(`${this.id} ${grant}`);
  }
}

/**
 * The flows of a page that are not stored yet, the first of each id. Notes records that cannot be read, and
 * ids with a different content.
 */
export function newFlows(merchant: Merchant, page: readonly Meaning[], from: number): readonly Flow[] {
  const news = new Map<string, Flow>();
  for (const { merchant: id, flow, unreadable, time = from } of page) {
    if (id !== merchant.id || time < from) continue;
    if (unreadable !== undefined) merchant.unreadable.add(unreadable);
    if (!flow || flow.amount === 0n || flow.createTime < from) continue;
    const known = merchant.flows.get(flow.id)?.flow ?? news.get(flow.id);
    if (!known) news.set(flow.id, flow);
    else if (contentOf(known) !== contentOf(flow)) merchant.unreadable.add(`${flow.id} ${contentOf(flow)}`);
  }
  return [...news.values()];
}

function contentOf({ fiat, amount, createTime, txId }: Flow): string {
  return `${fiat} ${amount} ${createTime} ${txId}`;
}
