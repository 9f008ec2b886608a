import { readOffers, type Offer } from '../../core/reader/endpoint-response.js';
import { methodOf } from '../../core/methods.js';
import type { SlipRequest } from '../../core/reader/slip.js';
import { dataOf, openedOf, type Exchange, type Probe, type Query } from './exchange.js';
import { hasCredential, type Settings } from './options.js';
import type { Prober } from './prober.js';

/** A payment id that no merchant offers. */
const UNKNOWN_ID = '999999999';

/** A well-formed arrival token that no endpoint has issued. */
const MADE_UP_TOKEN = 'bm90.YW4.YXJyaXZhbA';

/** The origin of a foreign page. The domain is reserved (RFC 2606). */
export const UNLISTED = 'https://unlisted.invalid';

/** A slip to request. */
interface Target {
  readonly request: SlipRequest;
  readonly query: Query;
}

/** Sends the probes that the rules need, one at a time. Creates each slip only once. */
export async function sendProbes(prober: Prober, settings: Settings): Promise<void> {
  const list = await prober.send(listProbe(settings));
  if (list === undefined) return;
  const targets = targetsOf(settings, list);
  const isSlip = targets.length === 0 && openedOf(list) !== undefined && offersOf(list) === undefined;
  const slips: (Exchange | undefined)[] = [];
  for (const { request, query } of targets)
    slips.push(await prober.send({ purpose: 'slip', request, query }));
  const { request, query } = list.probe;
  const target = targets[0] ?? (isSlip ? { request: request!, query } : undefined);
  const slip = isSlip ? list : slips[0];
  const isStable = target && slip ? await repeatRequest(prober, target, slip) : false;
  const safeQuery = queryWithoutSlip(list, isStable ? target : undefined, slip);
  for (const probe of [
    // Must be rejected, so there is an error to look at.
    { purpose: 'unknown-method', query: [['paymentId', UNKNOWN_ID]] } as const,
    ...strangerProbes(settings, target),
    ...crossOriginProbes(settings, safeQuery),
  ])
    await prober.send(probe);
}

/**
 * An endpoint with one method responds with its slip, which can repeat only the parameters of this request.
 */
function listProbe({ paymentIds, fiat }: Settings): Probe {
  if (paymentIds.length > 0 || fiat === undefined) return { purpose: 'list', query: [], request: {} };
  return { purpose: 'list', query: [['fiat', fiat]], request: { fiat } };
}

/** The methods that an endpoint offers; undefined if its response is not a list of methods. */
export function offersOf(list: Exchange): readonly Offer[] | undefined {
  const opened = openedOf(list);
  return opened && readOffers(opened.data);
}

/**
 * The offer of a method that the options name. Like the element, prefers the table of methods to the list.
 */
function offerOf(list: Exchange, paymentId: number): Offer {
  const offered = offersOf(list)?.find((offer) => offer.paymentId === paymentId);
  const amount = methodOf(paymentId)?.amount ?? offered?.amount ?? 'none';
  return { ...offered, paymentId, amount };
}

/**
 * The slips to request: those of the methods that the options name, or else that of the first possible offer.
 */
function targetsOf(settings: Settings, list: Exchange): readonly Target[] {
  const { paymentIds } = settings;
  const named = paymentIds.map((paymentId) => targetOf(settings, offerOf(list, paymentId)));
  const offered = (offersOf(list) ?? []).map((offer) => targetOf(settings, offer));
  const targets = (paymentIds.length > 0 ? named : offered).filter((target) => target !== undefined);
  return paymentIds.length > 0 ? targets : targets.slice(0, 1);
}

/** The element's request for a method; undefined if it would first have to ask the payer for an amount. */
function targetOf(settings: Settings, offer: Offer): Target | undefined {
  const { paymentId, amount: rule, fixed } = offer;
  const amount = rule === 'none' ? undefined : (settings.amount ?? fixed);
  if (rule === 'required' && amount === undefined) return undefined;
  const fiat = fiatOf(settings, offer);
  return { request: { paymentId, fiat, amount }, query: probeQuery(paymentId, fiat, amount) };
}

function fiatOf({ fiat }: Settings, offer: Offer): string | undefined {
  return fiat ?? offer.fiat ?? methodOf(offer.paymentId)?.fiat;
}

function probeQuery(paymentId: number, fiat: string | undefined, amount: string | undefined): Query {
  const parameters: readonly (readonly [string, string | undefined])[] = [
    ['paymentId', String(paymentId)],
    ['fiat', fiat],
    ['amount', amount],
  ];
  return parameters.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/**
 * Repeats a slip request. Returns whether the slip is the same: only then can it be requested again without
 * creating another.
 */
async function repeatRequest(prober: Prober, { request, query }: Target, slip: Exchange): Promise<boolean> {
  const data = dataOf(slip);
  if (data === undefined) return false;
  const again = await prober.send({ purpose: 'again', request, query });
  const arrival = openedOf(slip)?.arrival;
  if (arrival !== undefined) {
    await prober.send({ purpose: 'arrival', query: [['arrival', arrival]] });
    await prober.send({ purpose: 'bad-arrival', query: [['arrival', MADE_UP_TOKEN]] });
  }
  // Sent even if every request creates a slip: one more slip is acceptable to find out whether a payer can
  // choose the account.
  const identity = ['merchantId', 'depositAlias', 'alias'].map((name) => [name, '1'] as const);
  await prober.send({ purpose: 'identity', query: [...query, ...identity] });
  return again !== undefined && dataOf(again) === data;
}

/**
 * A query that creates no slip: the list, an arrival, an existing slip, or else a request that must be
 * rejected.
 */
function queryWithoutSlip(
  list: Exchange,
  stableTarget: Target | undefined,
  slip: Exchange | undefined,
): Query {
  if (offersOf(list)) return list.probe.query;
  const arrival = slip && openedOf(slip)?.arrival;
  if (arrival !== undefined) return [['arrival', arrival]];
  return stableTarget?.query ?? [['paymentId', UNKNOWN_ID]];
}

/** The request of somebody without the payer's session or cookie. */
function strangerProbes(settings: Settings, target: Target | undefined): readonly Probe[] {
  return hasCredential(settings) && target
    ? [{ purpose: 'no-session', query: target.query, isAnonymous: true }]
    : [];
}

function crossOriginProbes({ origin }: Settings, query: Query): readonly Probe[] {
  const foreign = [UNLISTED, ...(origin === undefined ? [] : similarOrigins(origin))];
  return [
    ...foreign.map((origin) => ({ purpose: 'unlisted-origin', query, origin }) as const),
    { purpose: 'null-origin', query, origin: 'null' },
    { purpose: 'unlisted-preflight', verb: 'OPTIONS', query, origin: UNLISTED },
  ];
}

/** Foreign origins that match if only the start or only the end of the origin is compared. */
function similarOrigins(origin: string): readonly string[] {
  const { protocol, host } = new URL(origin);
  return [`${origin}.unlisted.invalid`, `${protocol}//unlisted-${host}`];
}
