import { PROBLEM_KINDS, problem, type ProblemKind } from 'deposit-slip/core';
import type { Icon } from '../site/icon-paths.js';
import { bySlug, idOf, priced } from './methods.js';
import { ENDPOINT, NEVER, type Properties, type Situation } from './situation.js';
import { FAILING, magic, ofSpei } from './slips.js';

const spei = bySlug('spei');

const status = (code: number): Properties => ({
  endpoint: `/scripted/status/${code}`,
  paymentId: idOf(spei),
});

/**
 * The icon of each kind of problem, and the properties that cause it. A kind without a line here is a type
 * error.
 */
const PROBLEMS: Readonly<Record<ProblemKind, readonly [Icon, Properties]>> = {
  unconfigured: ['reset', {}],
  // The reader's browser is online, so the endpoint reports that the network is down.
  offline: ['offline', { endpoint: '/scripted/problem/offline', paymentId: idOf(spei) }],
  timeout: ['clock', { ...NEVER, timeout: 500, paymentId: idOf(spei) }],
  unavailable: ['alert', magic('9500')],
  unauthorized: ['lock', status(401)],
  // The grant does not include this method.
  forbidden: ['lock', { endpoint: ENDPOINT, paymentId: '1' }],
  'not-found': ['search', status(404)],
  'rate-limited': ['clock', magic('9429')],
  'invalid-amount': ['amount', { endpoint: ENDPOINT, paymentId: idOf(priced), amount: '0' }],
  refused: ['close', magic('9299')],
  unreadable: ['unknown', magic('9422')],
  incomplete: ['part', ofSpei({})],
  unverified: ['alert', { ...ofSpei(FAILING), strict: true }],
  mismatch: ['swap', ofSpei(spei.sample, { fiat: 'XXX' })],
  unsafe: ['alert', ofSpei({ 'Cuenta CLABE': '99918000000000\u202e0015' })],
  'not-payable': ['close', ofSpei(spei.sample, { status: 3 })],
};

export const PROBLEM_SITUATIONS = PROBLEM_KINDS.map((kind): Situation => {
  const { retryable } = problem(kind);
  const [icon, properties] = PROBLEMS[kind];
  return {
    id: kind,
    group: 'problems',
    title: titleOf(kind),
    note: retryable ? 'can be retried' : '',
    properties,
    reaches: 'problem',
    problem: kind,
    icon,
  };
});

function titleOf(kind: ProblemKind): string {
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
