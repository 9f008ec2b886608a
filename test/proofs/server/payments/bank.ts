import { methodOf } from '../../../../src/core/methods.js';
import { SECOND, type Clock } from './clock.js';
import type { Flow, Meaning } from './model/flow.js';
import { decimal } from './model/payment.js';
import type { Random } from './random.js';

/** How the API fails. */
export type ApiFault = 'connection' | 'server' | 'token' | 'limit' | 'html' | 'no-list' | 'hangs';
export const API_FAULTS: readonly ApiFault[] = [
  'connection',
  'server',
  'token',
  'limit',
  'html',
  'no-list',
  'hangs',
];

/** The order in which the API lists flows. */
export type ListOrder = 'newest' | 'oldest' | 'mixed';

/** A record that the API lists. */
export interface BankRecord extends Meaning {
  /** When it was made, by the API's clock. The API filters and sorts by this time. */
  readonly at: number;
  readonly visibleAt: number;
  readonly json: string;
  /** The readable form that an unreadable record should have had. */
  readonly meant?: Flow;
}

/** A code that the API issued. */
export interface Issued {
  readonly merchant: string;
  readonly paymentId: number;
  readonly fiat: string;
  readonly txId: string | undefined;
  /** By the API's clock. */
  readonly at: number;
}

/** The ways in which banks differ. */
export interface BankTraits {
  /** How far its clock is ahead of ours, in milliseconds. */
  readonly skew: number;
  /** The longest that a response takes, in milliseconds. */
  readonly latency: number;
  readonly order: ListOrder;
  /** Whether it also lists flows made before `startTime`. */
  readonly ignoresStart: boolean;
}

/** A page that was sent, and its request. */
export interface SentPage {
  readonly merchant: string;
  readonly from: number;
  readonly records: readonly BankRecord[];
}

/** A request for flows of a merchant. */
export interface FlowRequest {
  readonly merchant: string;
  readonly at: number;
  readonly isFailed: boolean;
}

interface Faults {
  readonly kind: ApiFault;
  readonly until: number;
  /** How many requests succeed before the failure. */
  after: number;
}

/**
 * Records of other payers before ours, so that ours are on several pages: the API may ignore a filter.
 */
const FILLERS = Array.from({ length: 600 }, (_, at) => `{"id":"${9_000_000 + at}","flowType":"WITHDRAW"}`);

/** The API of a bank, as far as the kit uses it: it issues codes and lists flows. */
export class Bank {
  readonly records: BankRecord[] = [];
  readonly issued: Issued[] = [];
  /** How many records of other payers each list has. */
  readonly fillers = new Map<string, number>();
  /** The same for the list whose first page was sent last. */
  readonly #fillers = new Map<string, number>();
  /** Whether the next code repeats one that was issued before. */
  repeated: string | undefined;
  /** When flows of a merchant were requested, and whether that failed. */
  readonly requests: FlowRequest[] = [];
  /** When a request last failed. */
  failedAt = -Infinity;
  #faults: Faults | undefined;
  #nextTx = 12_345_678_901_234_567_000n;
  #nextFlow = 8_000n;

  constructor(
    readonly traits: BankTraits,
    readonly clock: Clock,
    readonly random: Random,
  ) {}

  get now(): number {
    return this.clock.now + this.traits.skew;
  }

  /** An id that no flow has had yet. Some ids are longer than others. */
  newFlowId(): string {
    this.#nextFlow += 1n;
    return String(this.random.once(4) ? this.#nextFlow * 10_000_000_000_000_000n : this.#nextFlow);
  }

  /** Fails for some time, after a number of requests. */
  fail(kind: ApiFault, ms: number, after = 0): void {
    this.#faults = { kind, until: this.clock.now + ms, after };
  }

  recover(): void {
    this.#faults = undefined;
  }

  #takeFault(): ApiFault | undefined {
    const faults = this.#faults;
    if (!faults || this.clock.now >= faults.until) return undefined;
    faults.after -= 1;
    if (faults.after >= 0) return undefined;
    this.failedAt = this.clock.now;
    return faults.kind;
  }

  add(record: BankRecord): void {
    this.records.push(record);
  }

  /** Responds to a request of the kit. `onPage` is called with each page of flows when it is sent. */
  async respond(url: URL, onPage: (page: SentPage) => void): Promise<Response> {
    const fault = this.#takeFault();
    const { searchParams } = url;
    const isFlows = url.pathname.endsWith('/flows');
    const merchant = searchParams.get('merchantId')!;
    if (isFlows) this.requests.push({ merchant, at: this.clock.now, isFailed: fault !== undefined });
    const list = isFlows ? this.#list(searchParams) : undefined;
    if (this.traits.latency > 0) await this.clock.wait(this.random.below(this.traits.latency));
    if (fault === 'hangs') await new Promise(() => undefined);
    if (fault !== undefined) return failed(fault, isFlows);
    if (list) onPage(list.page);
    return this.#response(`{"code":200,"msg":"SUCCESS","data":${list?.json ?? this.#issue(searchParams)}}`);
  }

  #response(text: string): Response {
    const headers = { 'content-type': 'application/json', date: new Date(this.now).toUTCString() };
    return new Response(text, { headers });
  }

  #issue(params: URLSearchParams): string {
    const paymentId = Number(params.get('paymentId'));
    const { fiat, sample, hasTxId } = methodOf(paymentId)!;
    const txId = hasTxId ? this.#newTxId() : undefined;
    this.issued.push({ merchant: params.get('merchantId')!, paymentId, fiat, txId, at: this.now });
    return JSON.stringify({ fiat, paymentMethodName: 'Method', txId, fieldList: sample });
  }

  #newTxId(): string {
    const { repeated } = this;
    this.repeated = undefined;
    return repeated ?? String((this.#nextTx += 1n));
  }

  #list(params: URLSearchParams): { json: string; page: SentPage } {
    const [merchant, from] = [params.get('merchantId')!, Number(params.get('startTime'))];
    const size = Number(params.get('pageSize'));
    const start = (Number(params.get('currentPage')) - 1) * size;
    const ours = this.records.filter(
      (record) =>
        record.merchant === merchant &&
        record.visibleAt <= this.clock.now &&
        (this.traits.ignoresStart || record.at >= from),
    );
    // A flow that becomes visible later moves others to later pages, never to earlier ones.
    if (start === 0) this.#fillers.set(merchant, this.fillers.get(merchant) ?? 0);
    const fillers = FILLERS.slice(0, this.#fillers.get(merchant));
    const all: readonly (BankRecord | string)[] = [...fillers, ...this.#ordered(ours)];
    const listed = all.slice(start, start + size);
    const texts = listed.map((each) => (typeof each === 'string' ? each : each.json));
    const records = listed.filter((each) => typeof each !== 'string');
    return { json: `{"record":[${texts.join(',')}]}`, page: { merchant, from, records } };
  }

  #ordered(records: readonly BankRecord[]): readonly BankRecord[] {
    const { order } = this.traits;
    if (order === 'newest') return records.toSorted((one, other) => other.at - one.at);
    if (order === 'oldest') return records.toSorted((one, other) => one.at - other.at);
    return records.toSorted((one, other) => hashOf(one.json) - hashOf(other.json));
  }
}

function hashOf(text: string): number {
  let hash = 7;
  for (let at = 0; at < text.length; at += 3) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

function failed(fault: ApiFault, isFlows: boolean): Response {
  const json = { 'content-type': 'application/json' };
  if (fault === 'connection') throw new TypeError('fetch failed');
  if (fault === 'html') return new Response('<html></html>', { headers: { 'content-type': 'text/html' } });
  if (fault === 'no-list' && isFlows)
    return new Response('{"code":200,"msg":"SUCCESS","data":{}}', { headers: json });
  if (fault === 'token') return new Response('{"code":401}', { status: 401, headers: json });
  if (fault === 'limit')
    return new Response('{"code":429}', { status: 429, headers: { ...json, 'retry-after': '2' } });
  return new Response('{"code":500}', { status: 500, headers: json });
}

/** A flow as text. Numbers may be strings, and zeros are written in several ways. */
export function flowJson({ id, merchant, fiat, amount, createTime, txId }: Flow, random: Random): string {
  const text = decimal(amount);
  const changed = random.of([
    `"${text}"`,
    text,
    `"${text}0"`,
    text.endsWith('.00') ? text.slice(0, -3) : text,
  ]);
  const code = txId === undefined ? '' : `,"txId":${random.once(2) ? `"${txId}"` : txId}`;
  const time = random.once(2) ? `"${createTime}"` : createTime;
  return `{"id":${random.once(2) ? `"${id}"` : id},"merchantId":"${merchant}","flowType":"DEPOSIT","fiat":"${fiat}","changed":${changed},"createTime":${time}${code}}`;
}

/** The ways in which a record is unreadable. */
export const MALFORMED = ['id', 'time', 'seconds', 'missing', 'inexact', 'word', 'fiat', 'nothing'] as const;

/** A record that cannot be read. `number` distinguishes it from others. */
export function malformedRecord(
  kind: (typeof MALFORMED)[number],
  merchant: string,
  { number, at, now }: { readonly number: number; readonly at: number; readonly now: number },
): BankRecord {
  const id = String(7_000_000 + number);
  const record = {
    id,
    merchantId: merchant,
    flowType: 'DEPOSIT',
    fiat: 'BRL',
    changed: `${number}.00`,
    createTime: String(at),
  };
  const wrong = {
    id: { id: undefined },
    time: { createTime: undefined },
    seconds: { createTime: Math.floor(at / SECOND) },
    missing: { changed: undefined },
    inexact: { changed: '10.005' },
    word: { changed: 'ten' },
    fiat: { fiat: 'brl' },
    nothing: {},
  }[kind];
  const json = kind === 'nothing' ? 'null' : JSON.stringify({ ...record, ...wrong });
  const isTimeless = ['time', 'seconds', 'nothing'].includes(kind);
  return {
    merchant,
    at,
    visibleAt: now,
    json,
    unreadable: kind === 'nothing' ? kind : `${kind} ${id}`,
    ...(!isTimeless && { time: at }),
    meant: { id, merchant, fiat: record.fiat, amount: BigInt(number) * 100n, createTime: at },
  };
}
