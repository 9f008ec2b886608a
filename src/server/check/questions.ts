import { readOffers, type Offer } from '../../core/reader/answer.js';
import { methodOf } from '../../core/methods.js';
import { compareAmounts, fromMinor, toMinor } from '../../core/money.js';
import type { SlipRequest } from '../../core/reader/slip.js';
import { dataOf, openedOf, type Answer, type Query, type Question } from './answer.js';
import { isCredential, type Asker } from './asker.js';
import type { Settings } from './options.js';

/** An id no merchant offers. */
const UNKNOWN_ID = '999999999';

/** Well-formed, and nobody's. */
const MADE_UP_TOKEN = 'bm90.YW4.YXJyaXZhbA';

/** A page of somebody else's. The name can belong to nobody (RFC 2606). */
export const UNLISTED = 'https://unlisted.invalid';

/** Longer than an address of the element ever is. */
const PADDING = 'x'.repeat(4 * 1024);

/** One slip to ask for. */
interface Target {
  readonly asked: SlipRequest;
  readonly query: Query;
}

/** Asks everything the rules are judged by, and no more: one question at a time, each new slip once. */
export async function askAll(asker: Asker, settings: Settings): Promise<void> {
  const list = await asker.ask(plainQuestion(settings));
  if (list === undefined) return;
  const targets = targetsOf(settings, list);
  const isSlip = targets.length === 0 && openedOf(list) !== undefined && offersOf(list) === undefined;
  const slips: (Answer | undefined)[] = [];
  for (const { asked, query } of targets) slips.push(await asker.ask({ purpose: 'slip', asked, query }));
  const { asked, query } = list.question;
  const target = targets[0] ?? (isSlip ? { asked: asked!, query } : undefined);
  const slip = isSlip ? list : slips[0];
  const isSteady = target && slip ? await askAgain(asker, target, slip) : false;
  const steady = isSteady ? target : undefined;
  const quiet = quietQuery(list, steady, slip);
  for (const question of [
    ...repeatedQuestion(steady),
    ...refusedQuestions(settings, list, target),
    ...manners(quiet),
    ...crossOriginQuestions(settings, quiet),
  ])
    await asker.ask(question);
  if (settings.refresh && target) await askForNew(asker, target);
}

function plainQuestion({ paymentIds, fiat, amount }: Settings): Question {
  const query: Query = paymentIds.length === 0 && fiat !== undefined ? [['fiat', fiat]] : [];
  return { purpose: 'list', query, asked: { fiat, amount } };
}

/** The methods an endpoint offers; undefined where it answers something else. */
export function offersOf(list: Answer): readonly Offer[] | undefined {
  const opened = openedOf(list);
  return opened && readOffers(opened.data);
}

/** A method that is named: the element then goes by its id, and reads no list. */
function offerOf(list: Answer, paymentId: number): Offer {
  const offered = offersOf(list)?.find((offer) => offer.paymentId === paymentId);
  const amount = methodOf(paymentId)?.amount ?? offered?.amount ?? 'none';
  return { ...offered, paymentId, amount };
}

/** The slips to ask for: of each method named, or of the first offered that can be asked for. */
function targetsOf(settings: Settings, list: Answer): readonly Target[] {
  const { paymentIds } = settings;
  const named = paymentIds.map((paymentId) => targetOf(settings, offerOf(list, paymentId)));
  const offered = (offersOf(list) ?? []).map((offer) => targetOf(settings, offer));
  const askable = (paymentIds.length > 0 ? named : offered).filter((target) => target !== undefined);
  return paymentIds.length > 0 ? askable : askable.slice(0, 1);
}

/** As the element asks for a method; undefined where it would have to ask the payer for an amount first. */
function targetOf(settings: Settings, offer: Offer): Target | undefined {
  const { paymentId, amount: rule, fixed } = offer;
  const amount = rule === 'none' ? undefined : (settings.amount ?? fixed);
  if (rule === 'required' && amount === undefined) return undefined;
  const fiat = fiatOf(settings, offer);
  return { asked: { paymentId, fiat, amount }, query: queryOf(paymentId, fiat, amount) };
}

function fiatOf({ fiat }: Settings, offer: Offer): string | undefined {
  return fiat ?? offer.fiat ?? methodOf(offer.paymentId)?.fiat;
}

function queryOf(paymentId: number, fiat: string | undefined, amount: string | undefined): Query {
  const parameters: readonly (readonly [string, string | undefined])[] = [
    ['paymentId', String(paymentId)],
    ['fiat', fiat],
    ['amount', amount],
  ];
  return parameters.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** Whether the same question gets the same slip; only then may it be asked for other reasons too. */
async function askAgain(asker: Asker, { asked, query }: Target, slip: Answer): Promise<boolean> {
  const data = dataOf(slip);
  if (data === undefined) return false;
  await asker.ask({ purpose: 'head', query, verb: 'HEAD' });
  const again = await asker.ask({ purpose: 'again', asked, query });
  const arrival = openedOf(slip)?.arrival;
  if (arrival !== undefined) {
    await asker.ask({ purpose: 'arrival', query: [['arrival', arrival]] });
    await asker.ask({ purpose: 'bad-arrival', query: [['arrival', MADE_UP_TOKEN]] });
  }
  if (again === undefined || dataOf(again) !== data) return false;
  const others = ['merchantId', 'depositAlias', 'alias'].map((name) => [name, '1'] as const);
  await asker.ask({ purpose: 'identity', query: [...query, ...others] });
  return true;
}

/** A question that makes no slip: the list, an arrival, a slip that is there already; else one that is refused. */
function quietQuery(list: Answer, steady: Target | undefined, slip: Answer | undefined): Query {
  if (offersOf(list)) return list.question.query;
  const arrival = slip && openedOf(slip)?.arrival;
  if (arrival !== undefined) return [['arrival', arrival]];
  return steady?.query ?? [['paymentId', UNKNOWN_ID]];
}

/** Many endpoints take one of the two: it is asked where that makes no slip. */
function repeatedQuestion(steady: Target | undefined): readonly Question[] {
  const known = steady?.query.find(([name]) => name === 'paymentId');
  return steady && known ? [{ purpose: 'repeated', query: [...steady.query, known] }] : [];
}

/** Questions that are refused, each for one reason. */
function refusedQuestions(settings: Settings, list: Answer, target: Target | undefined): readonly Question[] {
  const isKnown = settings.session !== undefined || settings.headers.some(([name]) => isCredential(name));
  return [
    { purpose: 'unknown-method', query: [['paymentId', UNKNOWN_ID]] },
    ...amountQuestions(settings, list),
    ...(isKnown && target ? [{ purpose: 'no-session', query: target.query, isStranger: true } as const] : []),
  ];
}

function amountQuestions(settings: Settings, list: Answer): readonly Question[] {
  const named = settings.paymentIds.map((paymentId) => offerOf(list, paymentId));
  const offers = [...named, ...(offersOf(list) ?? [])];
  const taking = offers.filter(({ amount }) => amount !== 'none');
  const bounded = taking
    .map((offer) => ({ offer, amount: beyond(offer) }))
    .find(({ amount }) => amount !== undefined);
  const askFor = (purpose: 'bad-amount' | 'out-of-bounds', offer: Offer, amount: string): Question => ({
    purpose,
    query: queryOf(offer.paymentId, fiatOf(settings, offer), amount),
  });
  // A sign, and a word that many languages read as a number.
  const bad = taking
    .slice(0, 1)
    .flatMap((offer) => ['-1', 'NaN'].map((amount) => askFor('bad-amount', offer, amount)));
  return bounded ? [...bad, askFor('out-of-bounds', bounded.offer, bounded.amount!)] : bad;
}

/** An amount an offer does not allow; undefined where it allows any. */
function beyond({ fixed, min, max }: Offer): string | undefined {
  const most = toMinor(fixed ?? max ?? '');
  if (most !== undefined) return fromMinor(most + 100n);
  return min !== undefined && compareAmounts(min, '0.01') === 1 ? '0.01' : undefined;
}

function manners(quiet: Query): readonly Question[] {
  return [
    { purpose: 'post', verb: 'POST', query: quiet },
    { purpose: 'long-url', query: [...quiet, ['padding', PADDING]] },
  ];
}

function crossOriginQuestions({ origin, session }: Settings, quiet: Query): readonly Question[] {
  const isPreflighted = origin !== undefined && session !== undefined;
  const foreign = [UNLISTED, ...(origin === undefined ? [] : looksLike(origin))];
  return [
    ...foreign.map((origin) => ({ purpose: 'unlisted-origin', query: quiet, origin }) as const),
    { purpose: 'null-origin', query: quiet, origin: 'null' },
    { purpose: 'unlisted-preflight', verb: 'OPTIONS', query: quiet, origin: UNLISTED },
    ...(isPreflighted ? [{ purpose: 'preflight', verb: 'OPTIONS', query: quiet } as const] : []),
  ];
}

/** Origins that a comparison of the start, or of the end, takes for this one. */
function looksLike(origin: string): readonly string[] {
  const { protocol, host } = new URL(origin);
  return [`${origin}.unlisted.invalid`, `${protocol}//unlisted-${host}`];
}

/** Whether HEAD makes a new slip shows in the question after it. */
async function askForNew(asker: Asker, { asked, query }: Target): Promise<void> {
  const fresh: Query = [...query, ['refresh', '1']];
  await asker.ask({ purpose: 'head-refresh', query: fresh, verb: 'HEAD' });
  await asker.ask({ purpose: 'after-head', asked, query });
  await asker.ask({ purpose: 'refresh', asked, query: fresh });
}
