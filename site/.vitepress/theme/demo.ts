/** Answers the requests of the live elements inside the page, with invented details, so that the site needs no server. */
import { METHODS } from '../../../src/core.js';

export const ENDPOINT = '/live-demo';
/** The methods to choose from. */
export const METHOD_IDS = '90 105 63 85 81';
const AMOUNT = '187.40';

/** When each slip was paid, by its arrival token. */
const paidAt = new Map<string, number>();
let slips = 0;
let latest = '';

/** Pays the latest slip: the next poll learns of it. */
export function pay(): void {
  paidAt.set(latest, Date.now());
}

/** Answers requests to `ENDPOINT`. All others go where they went before. */
export function answerInPage(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
    return pathname === ENDPOINT ? Promise.resolve(respond(searchParams)) : fetch(input, init);
  };
}

function respond(query: URLSearchParams): Response {
  const arrival = query.get('arrival');
  if (arrival !== null) return success(arrivalOf(arrival));
  const { id, fiat, sample } = METHODS.find((method) => method.id === Number(query.get('paymentId')))!;
  latest = `slip-${(slips += 1)}-${fiat}`;
  const data = { fiat, fieldList: sample, txId: String(100_000 + slips) };
  return success(data, { paymentId: id, fiat, amount: AMOUNT, arrival: latest });
}

function arrivalOf(token: string): object {
  const createTime = paidAt.get(token);
  if (createTime === undefined) return { status: 'waiting', deposits: [] };
  const [, number, fiat] = token.split('-');
  const deposit = { txId: String(100_000 + Number(number)), amount: AMOUNT, fiat, createTime };
  return { status: 'arrived', deposits: [deposit] };
}

function success(data: object, members: object = {}): Response {
  return Response.json({ code: 200, msg: 'SUCCESS', data, ...members });
}
