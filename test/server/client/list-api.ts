import { json } from '../fake-api.js';

/** A record of a list: its id and its time of creation, in milliseconds. */
export interface Row {
  readonly id: number;
  readonly at: number;
}

/** The parameters of a request for a page. */
export interface PageRequest {
  readonly currentPage: number;
  readonly pageSize: number;
  readonly startTime: number;
  readonly endTime: number;
}

/** An API that pages through a list, correctly by default. Tests change its members to make it misbehave. */
export interface ListApi {
  rows: readonly Row[];
  /** The API's clock, sent in whole seconds; undefined sends no `Date`. */
  now: number | undefined;
  /** Newest first by default. */
  order: (one: Row, other: Row) => number;
  maxPageSize: number;
  /** Whether `size` is the actual page size. */
  reportsSize: boolean;
  /** Whether `startTime` and `endTime` are inclusive. */
  isInclusive: boolean;
  /** The reported `total`, given the number of all rows and of the rows on the page. */
  total: (all: number, onPage: number) => number;
  /** Called before each response with the number of earlier requests. */
  beforeResponse: (requests: number) => void;
  /** Changes the rows of a page. */
  alterPage: (rows: readonly Row[], request: PageRequest) => readonly Row[];
  readonly requests: PageRequest[];
  readonly fetch: typeof fetch;
}

export const newestFirst = (one: Row, other: Row): number => other.at - one.at || other.id - one.id;
export const oldestFirst = (one: Row, other: Row): number => -newestFirst(one, other);

/** The JSON of a record, by the path of its list. */
const WRITERS: Readonly<Record<string, (row: Row) => string>> = {
  '/v2/orders': ({ id, at }) =>
    `{"orderId":"${id}","clientId":"c","merchantId":1001,"paymentId":58,"country":"Mexico","crypto":"USDT","fiat":"MXN","orderType":"crypto_to_fiat","orderPrice":"17","cryptoAmount":"1","fiatAmount":"17","fiatFee":"0","orderStatus":50,"createTime":"${at}","completedTime":""}`,
  '/v2/merchant/fiat/flows': ({ id, at }) =>
    `{"id":${id},"merchantId":1001,"settingsId":3,"txId":${id},"category":"TRANSFER","flowType":"DEPOSIT","fiat":"MXN","changed":1.00,"total":1.00,"extId":"","createTime":"${at}"}`,
  '/v2/merchant/virtual/addfunds': ({ id }) =>
    `{"fiat":"MXN","depositAlias":"a${id}","paymentMethodName":"SPEI","status":2,"fieldList":{"Cuenta CLABE":"999180000000000015"}}`,
};

export const START = 1_700_000_000_000;

/** Rows one second apart, with ids that grow with time. */
export function rowsOf(count: number, from = 1): Row[] {
  return Array.from({ length: count }, (_, n) => ({ id: from + n, at: START + (from + n) * 1000 }));
}

export function listApi(rows: readonly Row[] = [], changes: Partial<ListApi> = {}): ListApi {
  const api: ListApi = {
    rows,
    now: START + 1_000_000,
    order: newestFirst,
    maxPageSize: Infinity,
    reportsSize: true,
    isInclusive: false,
    total: (all) => all,
    beforeResponse: () => undefined,
    alterPage: (rows) => rows,
    requests: [],
    fetch: (async (address: string) => respond(api, new URL(address))) as typeof fetch,
    ...changes,
  };
  return api;
}

function respond(api: ListApi, url: URL): Response {
  const request = readRequest(url);
  api.beforeResponse(api.requests.length);
  api.requests.push(request);
  const { currentPage, pageSize, startTime, endTime } = request;
  const isInWindow = ({ at }: Row): boolean =>
    api.isInclusive ? at >= startTime && at <= endTime : at > startTime && at < endTime;
  const all = api.rows.filter(isInWindow).toSorted(api.order);
  const size = Math.min(pageSize, api.maxPageSize);
  const rows = api.alterPage(all.slice((currentPage - 1) * size, currentPage * size), request);
  const headers: Record<string, string> =
    api.now === undefined ? {} : { date: new Date(api.now).toUTCString() };
  const write = WRITERS[url.pathname]!;
  const counts = `"size":${api.reportsSize ? size : pageSize},"total":${api.total(all.length, rows.length)}`;
  const data = `{"currentPage":${currentPage},${counts},"record":[${rows.map(write).join(',')}]}`;
  return json(`{"code":200,"msg":"SUCCESS","data":${data}}`, { headers });
}

function readRequest({ searchParams }: URL): PageRequest {
  const number = (name: string, fallback: number): number => Number(searchParams.get(name) ?? fallback);
  return {
    currentPage: number('currentPage', 1),
    pageSize: number('pageSize', 10),
    startTime: number('startTime', -Infinity),
    endTime: number('endTime', Infinity),
  };
}
