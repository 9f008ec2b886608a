/**
 * Responds to the requests of the live elements inside the page, with invented details, so that the site
 * needs no server.
 */
import { METHODS } from '../../../src/core.js';

export const ENDPOINT = '/live-demo';
/** The first request of the live slip. Its response is in the HTML of the page. */
export const FIRST = {
  endpoint: ENDPOINT,
  paymentId: '90',
  amount: '187.40',
  merchantName: 'Tienda Sol',
  lang: 'en',
  watch: true,
} as const;
/** The methods to choose from. */
export const METHOD_IDS = ['90', '105', '63', '85', '81'] as const;

/** When each slip was paid, by its arrival token. */
const paidAt = new Map<string, number>();
/** The first slip is in the HTML of the page. */
let slips = 1;
let latest = tokenOf(slips, Number(FIRST.paymentId));

/** Pays the latest slip. The element sees the deposit at its next poll. */
export function pay(): void {
  paidAt.set(latest, Date.now());
}

/** Responds to requests to `ENDPOINT`, and passes all others on to the native `fetch`. */
export function answerInPage(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
    return pathname === ENDPOINT ? Promise.resolve(Response.json(respond(searchParams))) : fetch(input, init);
  };
}

function respond(query: URLSearchParams): object {
  const arrival = query.get('arrival');
  if (arrival !== null) return success(arrivalOf(arrival));
  slips += 1;
  latest = tokenOf(slips, Number(query.get('paymentId')));
  return answerOf(Number(query.get('paymentId')), slips);
}

/** The response to a request for a slip. Slips are numbered from 1. */
export function answerOf(paymentId: number, slip: number): object {
  const { fiat, sample } = methodOf(paymentId);
  const data = { fiat, fieldList: sample, txId: txIdOf(slip) };
  return success(data, { paymentId, fiat, amount: FIRST.amount, arrival: tokenOf(slip, paymentId) });
}

function arrivalOf(token: string): object {
  const createTime = paidAt.get(token);
  if (createTime === undefined) return { status: 'waiting', deposits: [] };
  const [, slip, fiat] = token.split('-');
  return {
    status: 'arrived',
    deposits: [{ txId: txIdOf(Number(slip)), amount: FIRST.amount, fiat, createTime }],
  };
}

function methodOf(paymentId: number): (typeof METHODS)[number] {
  return METHODS.find(({ id }) => id === paymentId)!;
}

function txIdOf(slip: number): string {
  return String(100_000 + slip);
}

function tokenOf(slip: number, paymentId: number): string {
  return `slip-${slip}-${methodOf(paymentId).fiat}`;
}

function success(data: object, members: object = {}): object {
  return { code: 200, msg: 'SUCCESS', data, ...members };
}
