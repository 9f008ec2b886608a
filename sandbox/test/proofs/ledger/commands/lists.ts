import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { assertSame, observe, observeTime, type Check } from '../divergence.js';
import { integerOf, num, type Harness } from '../harness.js';
import {
  expectedError,
  FUTURE,
  isExpectedError,
  ownMerchant,
  pickFrom,
  type ExpectedError,
  type Flow,
  type Model,
  type OrderKind,
} from '../model/model.js';
import { STATUSES } from '../model/orders.js';
import { command, type CommandKind } from './command.js';
import { cryptoRecords, type CryptoRecord } from './crypto.js';
import { depositRecord, type DepositRecord } from './deposits.js';
import { merchant, pick, type Generated } from './inputs.js';
import { orderRecord, type OrderRecord } from './orders.js';

interface Page<Entry> {
  readonly currentPage: object;
  readonly size: object;
  readonly total: object;
  readonly record: readonly Entry[];
}

interface FlowRecord {
  readonly id: object;
  readonly settingsId: object;
  readonly txId: object;
  readonly extId: string;
  readonly createTime: string;
}

/** Whose token lists: that of the merchants marked `isOwn`, or that of every merchant. */
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

/** The members of a flow that the model knows before any response. */
function predictedMembers({ account, category, flowType, changed, total, extId }: Flow) {
  return {
    merchantId: num(account.merchant),
    category,
    flowType,
    fiat: account.fiat,
    changed: num(fromMinor(changed)),
    total: num(fromMinor(total)),
    extId: extId.value,
  };
}

/** Spec: Fiat flow record. */
function flowRecord(flow: Flow): object {
  const { id, account, funding, at } = flow;
  const ids = { id: num(id.value!), settingsId: num(account.id.value!), txId: num(funding.value!) };
  return { ...predictedMembers(flow), ...ids, createTime: String(at.earliest) };
}

const flowRecords = (flows: readonly Flow[]) => newestFirst(flows, ({ id }) => id.value!).map(flowRecord);

/** Compares every flow a token lists with the model, and observes ids and times no response revealed before. */
export async function compareFlows(harness: Harness, token: Token): Promise<void> {
  const call = { path: FLOWS, query: { pageSize: MAX_PAGE_SIZE }, token };
  const { data } = await harness.send<Page<FlowRecord>>(call);
  const flows = visibleFlows(harness.model, token);
  const records = data.record.toSorted((one, other) => (integerOf(one.id) < integerOf(other.id) ? -1 : 1));
  const expected = flows.map(predictedMembers);
  const names = Object.keys(expected[0] ?? {});
  const actual = records.map((record) =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(record, name)])),
  );
  assertSame('flows', actual, expected, 'the flows in the order they were booked');
  for (const [index, record] of records.entries()) observeFlow(harness, flows[index]!, record);
  assertSame('flows', data.record, flowRecords(flows), 'the flows as they are listed');
}

function observeFlow(harness: Harness, flow: Flow, record: FlowRecord): void {
  observe(flow.id, integerOf(record.id), 'id of a flow');
  observe(flow.account.id, integerOf(record.settingsId), 'settingsId of a flow');
  if (flow.funding.value === undefined)
    harness.observeTxId(flow.funding, integerOf(record.txId), 'txId of a flow');
  observeTime(flow.at, BigInt(record.createTime), 'time of a flow');
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

const paging = { currentPage: fc.constantFrom(1, 1, 2, 3), pageSize: fc.constantFrom(1, 3, 10, 100) };

/** Compares a page with the list it is part of. */
function assertSamePage(
  check: Check,
  page: Page<object>,
  items: readonly object[],
  { currentPage, pageSize }: { readonly currentPage: number; readonly pageSize: number },
): void {
  const start = (currentPage - 1) * pageSize;
  const record = items.slice(start, start + pageSize);
  const head = { currentPage: num(currentPage), size: num(pageSize), total: num(items.length) };
  assertSame(check, page, { ...head, record }, 'a page');
}

const flowsInput = fc.record(
  {
    ...paging,
    merchantId: merchant,
    fiat: fc.constantFrom('MXN', 'ARS', 'BRL'),
    flowType: fc.constantFrom(...FLOW_TYPES),
    // Each picks a flow: its funding as `txId`, its time as `startTime` or `endTime`.
    funding: pick,
    from: pick,
    before: pick,
  },
  { requiredKeys: ['currentPage', 'pageSize'] },
);

/** Operation 7 with its filters, compared with the model. */
async function listFlows(harness: Harness, input: Generated<typeof flowsInput>): Promise<void> {
  // Reveals every id and time, so that a whole page can be compared.
  await compareFlows(harness, 'own');
  const { model } = harness;
  const { currentPage, pageSize, merchantId, fiat, flowType, funding, from, before } = input;
  const all = visibleFlows(model, 'own');
  const flowAt = (pick: number | undefined) => (pick === undefined ? undefined : pickFrom(all, pick));
  const times = { startTime: flowAt(from)?.at.earliest, endTime: flowAt(before)?.at.earliest };
  const filter = { merchantId, fiat, flowType, txId: flowAt(funding)?.funding.value, ...times };
  const { startTime = 0n, endTime = FUTURE } = times;
  const error = startTime > endTime ? expectedError(400, /startTime/) : merchantError(model, merchantId);
  const call = { path: FLOWS, query: { currentPage, pageSize, ...filter } };
  const { data } = await harness.send<Page<object>>(call, error);
  if (error) return;
  const matching = all.filter(
    ({ account, funding, at, ...flow }) =>
      matches(merchantId, account.merchant) &&
      matches(fiat, account.fiat) &&
      matches(flowType === 'ALL' ? undefined : flowType, flow.flowType) &&
      matches(filter.txId, funding.value) &&
      at.earliest >= startTime &&
      at.earliest < endTime,
  );
  assertSamePage('flows', data, flowRecords(matching), { currentPage, pageSize });
}

/** Whether a value passes a filter that may be absent. */
function matches<Value>(wanted: Value | undefined, actual: Value): boolean {
  return wanted === undefined || actual === wanted;
}

function merchantError(model: Model, id: bigint | undefined): ExpectedError | undefined {
  const owner = id === undefined ? undefined : ownMerchant(model, id);
  return isExpectedError(owner) ? owner : undefined;
}

/** Operation 5, compared with the model. */
export async function listOrders(
  harness: Harness,
  request: { kind: OrderKind; status?: number | undefined; currentPage: number; pageSize: number },
  token: Token = 'own',
): Promise<void> {
  const { model } = harness;
  const { kind, status, currentPage, pageSize } = request;
  const query = { orderType: kind, orderStatus: status, currentPage, pageSize };
  const isStatus = status === undefined || STATUSES[kind].includes(status);
  const error = isStatus ? undefined : expectedError(400, /orderStatus/);
  const { data } = await harness.send<Page<OrderRecord>>({ path: '/v2/orders', query, token }, error);
  if (error) return;
  const orders = model.orders.filter(
    (order) =>
      order.kind === kind && matches(status, order.status) && isVisible(model, order.merchant, token),
  );
  const sorted = newestFirst(orders, ({ id }) => BigInt(id.value!));
  const returned = new Map(data.record.map((record) => [record.orderId, record]));
  // Payment info is copied from the returned record; orders on other pages have none and are only counted.
  const records = sorted.map((order) =>
    orderRecord(model, order, returned.get(order.id.value!) ?? NO_RECORD),
  );
  assertSamePage('rows', data, records, { currentPage, pageSize });
}

const NO_RECORD: OrderRecord = { orderId: '', createTime: '', completedTime: '' };

/** Operation 1, compared with the model. */
export async function listCrypto(
  harness: Harness,
  filter: { merchantId?: bigint; tokenId?: string; clientId?: string; pageSize: number },
  token: Token = 'own',
): Promise<void> {
  const { model } = harness;
  const { merchantId, tokenId, clientId, pageSize } = filter;
  const error = merchantError(model, merchantId);
  const call = { path: '/v2/assets/internalTransferOrders', query: filter, token };
  const { data } = await harness.send<CryptoRecord[]>(call, error);
  if (error) return;
  const sides = model.cryptoTransfers.flatMap((each) => [
    { ...each, merchant: each.from, side: 0 as const },
    { ...each, merchant: each.to, side: 1 as const },
  ]);
  const matching = sides.filter(
    (each) =>
      isVisible(model, each.merchant, token) &&
      matches(merchantId, each.merchant) &&
      matches(tokenId, each.token) &&
      matches(clientId, each.clientId),
  );
  const sorted = newestFirst(matching, ({ ids, side }) => ids[side].value!);
  const records = sorted.map((each) => cryptoRecords(each)[each.side]);
  assertSame('rows', data, records.slice(0, pageSize), 'crypto transfers');
}

/** Compares the deposits the control API lists with the model. */
export async function listDeposits(harness: Harness, matched?: boolean): Promise<void> {
  const query = { matched: matched === undefined ? undefined : String(matched) };
  const call = { path: '/sandbox/deposits', query, token: 'control' } as const;
  const { data } = await harness.send<{ deposits: DepositRecord[] }>(call);
  const { model } = harness;
  const matching = model.deposits.filter(({ unmatched }) => matches(matched, unmatched === null));
  const records = newestFirst(matching, ({ id }) => id.value!).map((each) => depositRecord(model, each));
  assertSame('rows', data.deposits, records, 'the deposits');
}

const ordersInput = fc.record(
  {
    ...paging,
    kind: fc.constantFrom<OrderKind>('fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat'),
    status: fc.constantFrom(10, 30, 40, 50, 60, 70, 41),
  },
  { requiredKeys: ['currentPage', 'pageSize', 'kind'] },
);

const cryptoInput = fc.record(
  {
    merchantId: merchant,
    tokenId: fc.constantFrom('USDT', 'USDC', 'BTC'),
    clientId: fc.constantFrom('a', 'b', 'c'),
    pageSize: paging.pageSize,
  },
  { requiredKeys: ['pageSize'] },
);

export const LISTS: readonly CommandKind[] = [
  command('flows listed', 3, flowsInput, listFlows),
  command('orders listed', 2, ordersInput, (harness, request) => listOrders(harness, request)),
  command('crypto transfers listed', 1, cryptoInput, (harness, filter) => listCrypto(harness, filter)),
  command('deposits listed', 1, fc.option(fc.boolean(), { nil: undefined }), listDeposits),
];
