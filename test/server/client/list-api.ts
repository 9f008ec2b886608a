import { json } from '../fake-api.js';

/** A record of a list: its id, and when it was made, in milliseconds. */
export interface Row {
  readonly id: number;
  readonly at: number;
}

/** What is read of a question. */
export interface Question {
  readonly currentPage: number;
  readonly pageSize: number;
  readonly startTime: number;
  readonly endTime: number;
}

/** A list as an API pages through it, honestly unless told otherwise. */
export interface ListApi {
  /** May change at any time. */
  rows: readonly Row[];
  /** The API's own clock, told in whole seconds; undefined: it tells none. */
  now: number | undefined;
  /** In which order: newest first unless told. */
  order: (one: Row, other: Row) => number;
  /** The largest page it gives, and whether it says so. */
  most: number;
  saysSize: boolean;
  /** Whether `endTime` itself is in the window, and `startTime`. */
  isClosed: boolean;
  /** What it says for a total, of how many there are and how many are on the page. */
  total: (all: number, onPage: number) => number;
  /** Called before each question is answered, with how many came before it. */
  before: (asked: number) => void;
  /** Changes an answer's page: its records, before they are written. */
  give: (rows: readonly Row[], question: Question) => readonly Row[];
  readonly asked: Question[];
  readonly fetch: typeof fetch;
}

export const newestFirst = (one: Row, other: Row): number => other.at - one.at || other.id - one.id;
export const oldestFirst = (one: Row, other: Row): number => -newestFirst(one, other);

/** How each list writes its records. */
const WRITERS: Readonly<Record<string, (row: Row) => string>> = {
  '/v2/orders': ({ id, at }) =>
    `{"orderId":"${id}","clientId":"c","merchantId":1001,"paymentId":58,"country":"Mexico","crypto":"USDT","fiat":"MXN","orderType":"crypto_to_fiat","orderPrice":"17","cryptoAmount":"1","fiatAmount":"17","fiatFee":"0","orderStatus":60,"createTime":"${at}","completedTime":""}`,
  '/v2/merchant/fiat/flows': ({ id, at }) =>
    `{"id":${id},"merchantId":1001,"settingsId":3,"txId":${id},"category":"TRANSFER","flowType":"DEPOSIT","fiat":"MXN","changed":1.00,"total":1.00,"extId":"","createTime":"${at}"}`,
  '/v2/merchant/virtual/addfunds': ({ id }) =>
    `{"fiat":"MXN","depositAlias":"a${id}","paymentMethodName":"SPEI","status":2,"fieldList":{"Cuenta CLABE":"x"}}`,
};

export const START = 1_700_000_000_000;

/** So many rows a second apart, ids growing with time. */
export function rowsOf(count: number, from = 1): Row[] {
  return Array.from({ length: count }, (_, at) => ({ id: from + at, at: START + (from + at) * 1000 }));
}

export function listApi(rows: readonly Row[] = []): ListApi {
  const api: ListApi = {
    rows,
    now: START + 1_000_000,
    order: newestFirst,
    most: Infinity,
    saysSize: true,
    isClosed: false,
    total: (all) => all,
    before: () => undefined,
    give: (rows) => rows,
    asked: [],
    fetch: (async (address: string) => answer(api, new URL(address))) as typeof fetch,
  };
  return api;
}

function answer(api: ListApi, url: URL): Response {
  const question = questionOf(url);
  api.before(api.asked.length);
  api.asked.push(question);
  const { currentPage, pageSize, startTime, endTime } = question;
  const within = ({ at }: Row): boolean =>
    api.isClosed ? at >= startTime && at <= endTime : at > startTime && at < endTime;
  const all = api.rows.filter(within).toSorted(api.order);
  const size = Math.min(pageSize, api.most);
  const rows = api.give(all.slice((currentPage - 1) * size, currentPage * size), question);
  const head: Record<string, string> = api.now === undefined ? {} : { date: new Date(api.now).toUTCString() };
  const write = WRITERS[url.pathname]!;
  const sizes = `"size":${api.saysSize ? size : pageSize},"total":${api.total(all.length, rows.length)}`;
  const data = `{"currentPage":${currentPage},${sizes},"record":[${rows.map(write).join(',')}]}`;
  return json(`{"code":200,"msg":"SUCCESS","data":${data}}`, { headers: head });
}

function questionOf({ searchParams }: URL): Question {
  const number = (name: string, otherwise: number): number => Number(searchParams.get(name) ?? otherwise);
  return {
    currentPage: number('currentPage', 1),
    pageSize: number('pageSize', 10),
    startTime: number('startTime', -Infinity),
    endTime: number('endTime', Infinity),
  };
}
