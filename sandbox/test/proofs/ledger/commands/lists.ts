import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { idOf, num, type Bench, type Call } from '../bench.js';
import { learn, learnTime, same, type Check } from '../divergence.js';
import {
  FUTURE,
  isRefusal,
  ownMerchant,
  pickOf,
  refusal,
  type Flow,
  type Model,
  type OrderKind,
  type Refusal,
} from '../model/model.js';
import { STATUSES } from '../model/orders.js';
import { command, type Drawn, type Kind } from './command.js';
import { merchant, pick } from './inputs.js';
import { recordOf as depositRecord, type DepositRecord } from './deposits.js';
import { cryptoRecords, type CryptoRecord } from './crypto.js';
import { recordOf as orderRecord, type OrderRecord } from './orders.js';

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

/** Whose: of the merchants the token in use opens, or of all there are. */
type Who = 'own' | 'all';

const isSeen = ({ merchants }: Readonly<Model>, merchant: bigint, who: Who): boolean =>
  who === 'all' || merchants.get(merchant)!.isOwn;

const FLOWS = '/v2/merchant/fiat/flows';
const MOST = 1000;

const flowsOf = (model: Readonly<Model>, who: Who): Flow[] =>
  model.flows.filter(({ account }) => isSeen(model, account.merchant, who));

/** Newest first, ties by id (sandbox.md, Lists). */
function newestFirst<Item extends { readonly at: { earliest: bigint } }>(
  items: readonly Item[],
  idOfItem: (item: Item) => bigint,
): Item[] {
  const compare = (one: bigint, other: bigint) => (one < other ? 1 : one > other ? -1 : 0);
  return items.toSorted((a, b) => compare(a.at.earliest, b.at.earliest) || compare(idOfItem(a), idOfItem(b)));
}

/** What the model knows of a flow before any answer. */
function knownOf({ account, category, flowType, changed, total, extId }: Flow) {
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
  const learned = { id: num(id.value!), settingsId: num(account.id.value!), txId: num(funding.value!) };
  return { ...knownOf(flow), ...learned, createTime: String(at.earliest) };
}

const listedFlows = (flows: readonly Flow[]) => newestFirst(flows, ({ id }) => id.value!).map(flowRecord);

/** Holds every flow of a token against the model, and takes in the ids and times no answer told before. */
export async function compareFlows(bench: Bench, who: Who): Promise<void> {
  const { data } = await bench.ask<Page<FlowRecord>>({ path: FLOWS, query: { pageSize: MOST }, as: who });
  const flows = flowsOf(bench.model, who);
  const told = data.record.toSorted((one, other) => (idOf(one.id) < idOf(other.id) ? -1 : 1));
  const known = flows.map(knownOf);
  const names = Object.keys(known[0] ?? {});
  const toldOf = (record: FlowRecord) =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(record, name)]));
  same('flows', told.map(toldOf), known, 'the flows in the order they were booked');
  for (const [index, record] of told.entries()) takeIn(bench, flows[index]!, record);
  same('flows', data.record, listedFlows(flows), 'the flows as they are listed');
}

function takeIn(bench: Bench, flow: Flow, told: FlowRecord): void {
  learn(flow.id, idOf(told.id), 'id of a flow');
  learn(flow.account.id, idOf(told.settingsId), 'settingsId of a flow');
  if (flow.funding.value === undefined) bench.learnTxId(flow.funding, idOf(told.txId), 'txId of a flow');
  learnTime(flow.at, BigInt(told.createTime), 'time of a flow');
}

const FLOW_TYPES = [
  ...['BUY_CRYPTO', 'BUY_CRYPTO_ROLLBACK', 'REFUND', 'REFUND_ROLLBACK', 'DEPOSIT'],
  ...['WITHDRAW', 'WITHDRAW_ROLLBACK', 'TRANSFER_IN', 'TRANSFER_OUT', 'ALL'],
];

const paging = { currentPage: fc.constantFrom(1, 1, 2, 3), pageSize: fc.constantFrom(1, 3, 10, 100) };

/** Holds a page against the whole list it is of. */
function samePage(
  check: Check,
  told: Page<object>,
  items: readonly object[],
  { currentPage, pageSize }: { readonly currentPage: number; readonly pageSize: number },
): void {
  const start = (currentPage - 1) * pageSize;
  const record = items.slice(start, start + pageSize);
  const head = { currentPage: num(currentPage), size: num(pageSize), total: num(items.length) };
  same(check, told, { ...head, record }, 'a page');
}

const flowsInput = fc.record(
  {
    ...paging,
    merchantId: merchant,
    fiat: fc.constantFrom('MXN', 'ARS', 'BRL'),
    flowType: fc.constantFrom(...FLOW_TYPES),
    // Of which flow: its funding, and its time as the first or as the one after the last.
    ...{ funding: pick, from: pick, before: pick },
  },
  { requiredKeys: ['currentPage', 'pageSize'] },
);

/** Operation 7 with its filters, held against the model. */
async function listFlows(bench: Bench, input: Drawn<typeof flowsInput>): Promise<void> {
  // Afterwards every id and time is known, so that a page can be told in full.
  await compareFlows(bench, 'own');
  const { model } = bench;
  const { currentPage, pageSize, merchantId, fiat, flowType, funding, from, before } = input;
  const all = flowsOf(model, 'own');
  const of = (pick: number | undefined) => (pick === undefined ? undefined : pickOf(all, pick));
  const times = { startTime: of(from)?.at.earliest, endTime: of(before)?.at.earliest };
  const filter = { merchantId, fiat, flowType, txId: of(funding)?.funding.value, ...times };
  const refused = spanRefused(filter) ?? ownerRefused(model, merchantId);
  const call = { path: FLOWS, query: { currentPage, pageSize, ...filter } };
  const { data } = await bench.ask<Page<object>>(call, refused);
  if (refused) return;
  const asked = all.filter((flow) => isAsked(flow, filter));
  samePage('flows', data, listedFlows(asked), { currentPage, pageSize });
}

interface FlowFilter {
  readonly merchantId: bigint | undefined;
  readonly fiat: string | undefined;
  readonly flowType: string | undefined;
  readonly txId: bigint | undefined;
  readonly startTime: bigint | undefined;
  readonly endTime: bigint | undefined;
}

function isAsked({ account, flowType, funding, at }: Flow, filter: FlowFilter): boolean {
  const { startTime = 0n, endTime = FUTURE } = filter;
  const pairs = [
    [filter.merchantId, account.merchant],
    [filter.fiat, account.fiat],
    [filter.flowType === 'ALL' ? undefined : filter.flowType, flowType],
    [filter.txId, funding.value],
  ];
  const isEqual = pairs.every(([asked, has]) => asked === undefined || asked === has);
  return isEqual && at.earliest >= startTime && at.earliest < endTime;
}

function spanRefused({ startTime = 0n, endTime = FUTURE }: FlowFilter): Refusal | undefined {
  return startTime > endTime ? refusal(400, /startTime/) : undefined;
}

function ownerRefused(model: Model, id: bigint | undefined): Refusal | undefined {
  const owner = id === undefined ? undefined : ownMerchant(model, id);
  return isRefusal(owner) ? owner : undefined;
}

/** Operation 5, held against the model. */
export async function listOrders(
  bench: Bench,
  ask: { kind: OrderKind; status?: number | undefined; currentPage: number; pageSize: number },
  who: Who = 'own',
): Promise<void> {
  const { model } = bench;
  const { kind, status, currentPage, pageSize } = ask;
  const query = { orderType: kind, orderStatus: status, currentPage, pageSize };
  const isKnown = status === undefined || STATUSES[kind].includes(status);
  const expected = isKnown ? 200 : refusal(400, /orderStatus/);
  const { data } = await bench.ask<Page<OrderRecord>>({ path: '/v2/orders', query, as: who }, expected);
  if (!isKnown) return;
  const orders = model.orders.filter(
    (order) =>
      order.kind === kind &&
      (status === undefined || order.status === status) &&
      isSeen(model, order.merchant, who),
  );
  const listed = newestFirst(orders, ({ id }) => BigInt(id.value!));
  const shown = new Map(data.record.map((record) => [record.orderId, record]));
  // Only an order that is shown has anything to copy from; the others are counted.
  const records = listed.map((order) => orderRecord(model, order, shown.get(order.id.value!) ?? NOT_SHOWN));
  samePage('rows', data, records, { currentPage, pageSize });
}

const NOT_SHOWN: OrderRecord = { orderId: '', createTime: '', completedTime: '' };

/** Operation 1, held against the model. */
export async function listCrypto(
  bench: Bench,
  filter: { merchantId?: bigint; tokenId?: string; clientId?: string; pageSize: number },
  who: Who = 'own',
): Promise<void> {
  const { model } = bench;
  const { merchantId, tokenId, clientId, pageSize } = filter;
  const refused = ownerRefused(model, merchantId);
  const call = { path: '/v2/assets/internalTransferOrders', query: filter, as: who };
  const { data } = await bench.ask<CryptoRecord[]>(call, refused);
  if (refused) return;
  const sides = model.cryptoTransfers.flatMap((each) =>
    [each.from, each.to].map((merchant, at) => ({ ...each, merchant, place: at as 0 | 1 })),
  );
  const asked = sides.filter(
    (each) =>
      isSeen(model, each.merchant, who) &&
      (merchantId === undefined || each.merchant === merchantId) &&
      (tokenId === undefined || each.token === tokenId) &&
      (clientId === undefined || each.clientId === clientId),
  );
  const listed = newestFirst(asked, ({ ids, place }) => ids[place].value!);
  const records = listed.map((each) => cryptoRecords(each)[each.place]);
  same('rows', data, records.slice(0, pageSize), 'crypto transfers');
}

/** The deposits as the control API lists them, held against the model. */
export async function listDeposits(bench: Bench, matched?: boolean): Promise<void> {
  const call = { path: '/sandbox/deposits', query: { matched: matched && String(matched) } };
  const { data } = await bench.ask<{ deposits: DepositRecord[] }>({ ...call, as: 'control' } as Call);
  const asked = bench.model.deposits.filter(
    ({ unmatched }) => matched === undefined || (unmatched === null) === matched,
  );
  const listed = newestFirst(asked, ({ id }) => id.value!);
  same(
    'rows',
    data.deposits,
    listed.map((each) => depositRecord(bench.model, each)),
    'the deposits',
  );
}

export const LISTS: readonly Kind[] = [
  command({ name: 'flows listed', weight: 3, input: flowsInput, run: listFlows }),
  command({
    name: 'orders listed',
    weight: 2,
    input: fc.record(
      {
        ...paging,
        kind: fc.constantFrom<OrderKind>('fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat'),
        status: fc.constantFrom(10, 30, 40, 50, 60, 70, 41),
      },
      { requiredKeys: ['currentPage', 'pageSize', 'kind'] },
    ),
    run: (bench, ask) => listOrders(bench, ask),
  }),
  command({
    name: 'crypto transfers listed',
    input: fc.record(
      {
        merchantId: merchant,
        tokenId: fc.constantFrom('USDT', 'USDC', 'BTC'),
        clientId: fc.constantFrom('a', 'b', 'c'),
        pageSize: paging.pageSize,
      },
      { requiredKeys: ['pageSize'] },
    ),
    run: (bench, filter) => listCrypto(bench, filter),
  }),
  command({
    name: 'deposits listed',
    input: fc.option(fc.boolean(), { nil: undefined }),
    run: listDeposits,
  }),
];
