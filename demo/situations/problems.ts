import { PROBLEM_KINDS, problem, type ProblemKind } from 'deposit-slip/core';
import { bySlug, idOf, priced } from './methods.js';
import { ENDPOINT, NEVER, type Properties, type Situation } from './situation.js';
import { FAILING, magic, ofSpei } from './slips.js';

const spei = bySlug('spei');

const status = (code: number): Properties => ({
  endpoint: `/scripted/status/${code}`,
  paymentId: idOf(spei),
});

/** The properties that cause each kind of problem. A kind without a line here is a type error. */
const PROBLEMS: Readonly<Record<ProblemKind, Properties>> = {
  unconfigured: {},
  // The browser of a reader has a network, so the endpoint says that there is none.
  offline: { endpoint: '/scripted/problem/offline', paymentId: idOf(spei) },
  timeout: { ...NEVER, timeout: 500, paymentId: idOf(spei) },
  unavailable: magic('9500'),
  unauthorized: status(401),
  // The grant does not include this method.
  forbidden: { endpoint: ENDPOINT, paymentId: '1' },
  'not-found': status(404),
  'rate-limited': magic('9429'),
  'invalid-amount': { endpoint: ENDPOINT, paymentId: idOf(priced), amount: '0' },
  refused: magic('9299'),
  unreadable: magic('9422'),
  incomplete: ofSpei({}),
  unverified: { ...ofSpei(FAILING), strict: true },
  mismatch: ofSpei(spei.sample, { fiat: 'XXX' }),
  unsafe: ofSpei({ 'Cuenta CLABE': '99918000000000\u202e0015' }),
  'not-payable': ofSpei(spei.sample, { status: 3 }),
};

export const PROBLEM_SITUATIONS = PROBLEM_KINDS.map((kind): Situation => {
  const { retryable } = problem(kind);
  return {
    id: kind,
    group: 'problems',
    title: titleOf(kind),
    note: retryable ? 'can be retried' : '',
    properties: PROBLEMS[kind],
    reaches: 'problem',
    problem: kind,
    picture: retryable ? ['problem', 'retry'] : ['problem'],
  };
});

function titleOf(kind: ProblemKind): string {
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
