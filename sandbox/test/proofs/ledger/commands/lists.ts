import fc from 'fast-check';
import type { CryptoTransfersQuery, FlowsQuery, OrdersQuery } from 'deposit-slip/contract';
import { fromMinor } from 'deposit-slip/core';
import type { Harness } from '../harness.js';
import {
  FUTURE,
  ownMerchant,
  pickFrom,
  rejectIf,
  type Flow,
  type Model,
  type Order,
  type OrderKind,
  type TimeRange,
} from '../model/model.js';
import { STATUSES } from '../model/orders.js';
import { assertRecord, digits, integerOf, num, number } from '../record.js';
import { command, type CommandKind } from './command.js';
import { cryptoRecords } from './crypto.js';
import { depositRecord } from './deposits.js';
import { merchant, pick, type Generated } from './inputs.js';
import { orderRecord } from './orders.js';

/** Whose token requests the list: that of the merchants marked `isOwn`, or that of every merchant. */
type Token = 'own' | 'all';

const isVisible = ({ merchants }: Readonly<Model>, merchant: bigint, token: Token): boolean =>
  token === 'all' || merchants.get(merchant)!.isOwn;

const FLOWS = '/v2/merchant/fiat/flows';
const MAX_PAGE_SIZE = 1000;

const visibleFlows = (model: Readonly<Model>, token: Token): Flow[] =>
  model.flows.filter(({ account }) => isVisible(model, account.merchant, token));

/** Sorts newest first, ties by id (sandbox/README.md, Lists). */
function newestFirst<Item extends { readonly at: { earliest: bigint } }>(
  items: readonly Item[],
  idOf: (item: Item) => bigint,
): Item[] {
  const descending = (one: bigint, other: bigint) => (one < other ? 1 : one > other ? -1 : 0);
  return items.toSorted((a, b) => descending(a.at.earliest, b.at.earliest) || descending(idOf(a), idOf(b)));
}

/** Spec: Fiat flow record. */
function flowRecord({ id, account, funding, category, flowType, changed, total, extId, at }: Flow): object {
  return {
    id: number(id),
    merchantId: account.merchant,
    settingsId: number(account.id),
    txId: number(funding),
    category,
    flowType,
    fiat: account.fiat,
    changed: num(fromMinor(changed)),
    total: num(fromMinor(total)),
    extId: extId.value,
    createTime: digits(at),
  };
}

const flowRecords = (flows: readonly Flow[]) => newestFirst(flows, ({ id }) => id.value!).map(flowRecord);

/**
 * Compares every flow that a token lists with the model, and stores the ids and times that no earlier
 * response revealed.
 */
export async function compareFlows(harness: Harness, token: Token): Promise<void> {
  const call = { path: FLOWS, query: { pageSize: MAX_PAGE_SIZE }, token };
  const { record } = (await harness.send<{ record: { id: unknown }[] }>(call)).data;
  const flows = visibleFlows(harness.model, token);
  const booked = record.toSorted((one, other) => (integerOf(one.id) < integerOf(other.id) ? -1 : 1));
  assertRecord('flows', booked, flows.map(flowRecord), 'the flows in the order they were booked');
  assertRecord('flows', record, flowRecords(flows), 'the flows as they are listed');
}

const FLOW_TYPES = [
  'BUY_CRYPTO',
  'BUY_CRYPTO_ROLLBACK',
  'REFUND',
  'REFUND_ROLLBACK',
  'DEPOSIT',
  'WITHDRAW',
  'WITHDRAW_ROLLBACK',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'ALL',
];

/** The first time of the listed records, and the time before which they end. */
export type Period = {
  readonly startTime?: bigint | undefined;
  readonly endTime?: bigint | undefined;
};

const isWithin = ({ startTime = 0n, endTime = FUTURE }: Period, { earliest }: TimeRange): boolean =>
  earliest >= startTime && earliest < endTime;

function rejectReversed({ startTime = 0n, endTime = FUTURE }: Period): void {
  rejectIf(startTime > endTime, 400, /startTime/);
}

const paging = { currentPage: fc.constantFrom(1, 1, 2, 3), pageSize: fc.constantFrom(1, 3, 10, 100) };

type Paging = {
  readonly currentPage: number;
  readonly pageSize: number;
};

/** The parameters that select items of a list, other than the time. */
type Selector<Query> = Exclude<keyof Query, keyof Paging | keyof Period>;

/** What each of these parameters selects by. The type asks for those of the contract. */
type Selectors<Query, Item> = Readonly<Record<Selector<Query>, (item: Item) => unknown>>;

/** Whether an item passes a filter. An absent parameter passes every item. */
function isSelected<Item>(
  selectors: Readonly<Record<string, (item: Item) => unknown>>,
  filter: Readonly<Record<string, unknown>>,
  item: Item,
): boolean {
  return Object.entries(selectors).every(([name, valueOf]) => matches(filter[name], valueOf(item)));
}

const FLOW: Selectors<FlowsQuery, Flow> = {
  merchantId: ({ account }) => account.merchant,
  fiat: ({ account }) => account.fiat,
  txId: ({ funding }) => funding.value,
  flowType: ({ flowType }) => flowType,
};

/** A page of a list. */
function pageOf(items: readonly object[], { currentPage, pageSize }: Paging): object {
  const start = (currentPage - 1) * pageSize;
  return { currentPage, size: pageSize, total: items.length, record: items.slice(start, start + pageSize) };
}

const flowsInput = fc.record(
  {
    ...paging,
    merchantId: merchant,
    fiat: fc.constantFrom('MXN', 'ARS', 'BRL'),
    flowType: fc.constantFrom(...FLOW_TYPES),
    // Each value picks a flow, and uses its funding as `txId`, or its time as `startTime` or `endTime`.
    txId: pick,
    from: pick,
    before: pick,
  } satisfies Readonly<Record<Selector<FlowsQuery> | 'from' | 'before' | keyof Paging, unknown>>,
  { requiredKeys: ['currentPage', 'pageSize'] },
);

/** Operation 7 with its filters, compared with the model. */
async function listFlows(harness: Harness, input: Generated<typeof flowsInput>): Promise<void> {
  // Reveals every id and time, so that whole pages can be compared.
  await compareFlows(harness, 'own');
  const { model } = harness;
  const { from, before, txId, ...given } = input;
  const { merchantId, flowType } = given;
  const all = visibleFlows(model, 'own');
  const flowAt = (pick: number | undefined) => (pick === undefined ? undefined : pickFrom(all, pick));
  const times = { startTime: flowAt(from)?.at.earliest, endTime: flowAt(before)?.at.earliest };
  const query = { ...given, txId: flowAt(txId)?.funding.value, ...times };
  const call = { path: FLOWS, query };
  const filter = { ...query, flowType: flowType === 'ALL' ? undefined : flowType };
  const matching = all.filter((flow) => isSelected(FLOW, filter, flow) && isWithin(times, flow.at));
  const operation = () => {
    rejectReversed(times);
    if (merchantId !== undefined) ownMerchant(model, merchantId);
    return pageOf(flowRecords(matching), input);
  };
  await harness.compare('flows', call, operation, 'a page of flows', (page) => page);
}

/** Whether a value passes a filter. An absent filter passes every value. */
function matches<Value>(wanted: Value | undefined, actual: Value): boolean {
  return wanted === undefined || actual === wanted;
}

const ORDER: Selectors<OrdersQuery, Order> = {
  orderType: ({ kind }) => kind,
  orderStatus: ({ status }) => status,
};

/** Operation 5, compared with the model. */
export async function listOrders(
  harness: Harness,
  query: Paging & Period & Pick<OrdersQuery, Selector<OrdersQuery>>,
  token: Token = 'own',
): Promise<void> {
  const { model } = harness;
  const { orderType, orderStatus: status } = query;
  const orders = model.orders.filter(
    (order) =>
      isVisible(model, order.merchant, token) && isSelected(ORDER, query, order) && isWithin(query, order.at),
  );
  const sorted = newestFirst(orders, ({ id }) => BigInt(id.value!));
  const records = sorted.map((order) => orderRecord(model, order));
  const operation = () => {
    rejectIf(status !== undefined && !STATUSES[orderType].includes(status), 400, /orderStatus/);
    rejectReversed(query);
    return pageOf(records, query);
  };
  const call = { path: '/v2/orders', query, token };
  await harness.compare('rows', call, operation, 'a page of orders', (page) => page);
}

/** One side of a crypto transfer: that of its sender, 0, or of its recipient, 1. */
type CryptoSide = Model['cryptoTransfers'][number] & { readonly merchant: bigint; readonly side: 0 | 1 };

const CRYPTO: Selectors<CryptoTransfersQuery, CryptoSide> = {
  merchantId: ({ merchant }) => merchant,
  tokenId: ({ token }) => token,
  clientId: ({ clientId }) => clientId,
};

/** Operation 1, compared with the model. */
export async function listCrypto(
  harness: Harness,
  filter: Period & Omit<CryptoTransfersQuery, keyof Period>,
  token: Token = 'own',
): Promise<void> {
  const { model } = harness;
  const { merchantId, pageSize } = filter;
  const call = { path: '/v2/assets/internalTransferOrders', query: filter, token };
  const sides = model.cryptoTransfers.flatMap((each): CryptoSide[] => [
    { ...each, merchant: each.from, side: 0 },
    { ...each, merchant: each.to, side: 1 },
  ]);
  const matching = sides.filter(
    (each) =>
      isVisible(model, each.merchant, token) && isSelected(CRYPTO, filter, each) && isWithin(filter, each.at),
  );
  const sorted = newestFirst(matching, ({ ids, side }) => ids[side].value!);
  const records = sorted.map((each) => cryptoRecords(each)[each.side]);
  const operation = () => {
    rejectReversed(filter);
    if (merchantId !== undefined) ownMerchant(model, merchantId);
    return records.slice(0, pageSize);
  };
  await harness.compare('rows', call, operation, 'crypto transfers', (record) => record);
}

/** Compares the deposits the control API lists with the model. */
export async function listDeposits(harness: Harness, matched?: boolean): Promise<void> {
  const { model } = harness;
  const query = { matched: matched === undefined ? undefined : String(matched) };
  const { data } = await harness.send({ path: '/sandbox/deposits', query });
  const matching = model.deposits.filter(({ unmatched }) => matches(matched, unmatched === null));
  const deposits = newestFirst(matching, ({ id }) => id.value!).map((each) => depositRecord(model, each));
  assertRecord('rows', data, { deposits }, 'the deposits');
}

const ordersInput = fc.record(
  {
    ...paging,
    orderType: fc.constantFrom<OrderKind>('fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat'),
    orderStatus: fc.constantFrom(10, 30, 40, 50, 60, 70, 41),
  } satisfies Readonly<Record<Selector<OrdersQuery> | keyof Paging, unknown>>,
  { requiredKeys: ['currentPage', 'pageSize', 'orderType'] },
);

const cryptoInput = fc.record(
  {
    merchantId: merchant,
    tokenId: fc.constantFrom('USDT', 'USDC', 'BTC'),
    clientId: fc.constantFrom('a', 'b', 'c'),
    pageSize: paging.pageSize,
  } satisfies Readonly<Record<Selector<CryptoTransfersQuery> | 'pageSize', unknown>>,
  { requiredKeys: ['pageSize'] },
);

export const LISTS: readonly CommandKind[] = [
  command('flows listed', 3, flowsInput, listFlows),
  command('orders listed', 2, ordersInput, (harness, query) => listOrders(harness, query)),
  command('crypto transfers listed', 1, cryptoInput, (harness, filter) => listCrypto(harness, filter)),
  command('deposits listed', 1, fc.option(fc.boolean(), { nil: undefined }), listDeposits),
];
