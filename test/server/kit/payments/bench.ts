/** A merchant's kit, an API that lists the flows of a bank, and the recorded hook calls of the kit. */
import assert from 'node:assert/strict';
import { METHODS } from 'deposit-slip/core';
import {
  createMemoryStore,
  type ArrivalResponse,
  type DepositEvent,
  type DepositKit,
  type DepositKitOptions,
  type ErrorEvent,
  type Grant,
  type PaidEvent,
  type Payment,
  type ReturnedEvent,
  type UnmatchedEvent,
} from 'deposit-slip/kit';
import { later, MINUTE, resultOf } from '../../clock.js';
import { fakeApi, type FakeApi } from '../../fake-api.js';
import { flowList, type FlowRecord } from '../../flow-list.js';
import { sendTo, shop, txIdOf, type Answer } from '../../shop.js';

export const ORDER: Grant = {
  id: 'order-1',
  merchantId: 7001,
  methods: [{ paymentId: 92, fiat: 'BRL' }],
  amount: '10.00',
};
/** An order that is paid into an account of the payer's own, without codes. */
export const OWN: Grant = { ...ORDER, methods: [{ paymentId: 105, fiat: 'MXN' }], ownAccount: true };

/** The names of the hooks that are called again until they resolve. */
const EVENTS = ['deposit', 'paid', 'returned', 'unmatched'] as const;
type Event = DepositEvent | PaidEvent | ReturnedEvent | UnmatchedEvent;

/** The data of a hook call. */
export type Told = { readonly name: string } & Pick<DepositEvent, 'id'> &
  Partial<DepositEvent & PaidEvent & ReturnedEvent & UnmatchedEvent>;

/** A slip of any method as the API sends it: each with its own code, if the method has codes. */
export function anySlip(): (url: URL) => string {
  let last = 0;
  return ({ searchParams }) => {
    const method = METHODS.find(({ id }) => id === Number(searchParams.get('paymentId')))!;
    const { fiat, slug, sample: fieldList, hasTxId } = method;
    const txId = hasTxId ? { txId: String(++last) } : {};
    return JSON.stringify({
      code: 200,
      msg: 'S',
      data: { fiat, paymentMethodName: slug, ...txId, fieldList },
    });
  };
}

interface BenchOptions extends Partial<DepositKitOptions> {
  readonly api?: FakeApi;
  /** Default: one order. */
  readonly grants?: readonly Grant[];
}

/** The payer of the request: the grant with this id. */
type Id = string;

/** The bench. Its hooks record their calls, and then call the hooks of the options. */
export function bench({ grants = [ORDER], on = {}, ...options }: BenchOptions = {}) {
  const flows: FlowRecord[] = [];
  const told: Told[] = [];
  const errors: ErrorEvent[] = [];
  const known = [...grants];
  const api = options.api ?? fakeApi({ slip: anySlip(), flows: (url) => flowList(flows)(url) });
  const record = (name: (typeof EVENTS)[number]) => (event: Event) => {
    told.push({ name, ...event });
    return (on[name] as ((event: Event) => unknown) | undefined)?.(event);
  };
  const hooks = {
    ...on,
    ...Object.fromEntries(EVENTS.map((name) => [name, record(name)])),
    error: (event: ErrorEvent) => (errors.push(event), on.error?.(event)),
  };
  const settings = {
    store: createMemoryStore(),
    api,
    authorize: ({ headers }: Request) => known.find(({ id }) => id === headers.get('cookie')) ?? null,
    ...options,
    on: hooks,
  };
  const { kit, logger } = shop(settings);
  const send = (id: Id, query = ''): Promise<Answer> =>
    resultOf(sendTo(kit, query, { headers: { cookie: id } }));
  return {
    api,
    kit,
    logger,
    flows,
    told,
    errors,
    settings,
    send,
    /** Replaces a grant by another version of it, or adds one. */
    grant(grant: Grant): void {
      const at = known.findIndex(({ id }) => id === grant.id);
      known.splice(at === -1 ? known.length : at, 1, grant);
    },
    /** Opens a page: its slip, and a function that polls. */
    async open(id: Id = ORDER.id, query = '') {
      const slip = await send(id, query);
      assert.equal(slip.status, 200, slip.text);
      const poll = async (): Promise<ArrivalResponse> => {
        const answer = await send(id, `?arrival=${slip.body.arrival}`);
        return answer.body.data as unknown as ArrivalResponse;
      };
      return { slip, txId: txIdOf(slip), poll };
    },
    /** Adds a flow to the bank. It is made now, in reais, unless the record says otherwise. */
    pay(changed: string, record: object = {}): FlowRecord {
      const flow = { id: flows.length + 1, changed, createTime: Date.now(), ...record };
      flows.push(flow);
      return flow;
    },
    /** Advances time, and reads the deposits that are due. */
    async tick(milliseconds = 10 * MINUTE): Promise<void> {
      later(milliseconds);
      await resultOf(kit.tick());
    },
    /** Returns the hook calls so far, one line each, and forgets them. */
    lines(): string[] {
      return told.splice(0).map(lineOf);
    },
    /** The payment of a grant in a currency, as a page sees it. */
    async payment(id: Id = ORDER.id, query = ''): Promise<Payment> {
      const { body } = await send(id, query);
      assert.ok(body.payment, JSON.stringify(body));
      return body.payment;
    },
  };
}

/**
 * `deposit order-1 4.00: part 4.00`, `paid order-1: over 11.00 +1.00 again`,
 * `unmatched 5.00 of order-1, order-2`.
 */
function lineOf({ name, grant, payment, deposit, excess, again, candidates = [] }: Told): string {
  const back = deposit?.returned === undefined ? '' : ` back ${deposit.returned}`;
  return [
    [name, grant?.id, deposit && `${deposit.amount}${back}`].filter(Boolean).join(' '),
    payment ? `: ${payment.status} ${payment.received}` : '',
    excess ? ` +${excess}` : '',
    again ? ' again' : '',
    candidates.length > 0 ? ` of ${candidates.map((each) => each.grant.id).join(', ')}` : '',
  ].join('');
}

/** Follows the deposits while a function runs, in one copy of the kit or in several. */
export async function following(
  kits: DepositKit | readonly DepositKit[],
  work: () => Promise<void>,
): Promise<void> {
  const end = new AbortController();
  const all = Promise.all([kits].flat().map((kit) => kit.follow({ signal: end.signal })));
  try {
    await work();
  } finally {
    end.abort();
    await resultOf(all);
  }
}

/** The sums of a payment. */
export function sumsOf({ deposits: _deposits, ...sums }: Payment): object {
  return sums;
}
