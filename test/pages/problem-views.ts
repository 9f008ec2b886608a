import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import type { ProblemKind } from '../../src/core/problem.js';

/** An account, which also appears in messages of the endpoint. */
export const CLABE = '999180000000000017';

function scripted(body: object, query: Record<string, string> = {}): Partial<DepositSlip> {
  const endpoint = `/scripted?${new URLSearchParams({ body: JSON.stringify(body), ...query })}`;
  return { endpoint, paymentId: '105' };
}

function spei(fieldList: object, more: object = {}): Partial<DepositSlip> {
  return scripted({ code: 200, msg: `about ${CLABE}`, data: { fiat: 'MXN', fieldList, ...more } });
}

type Views = Readonly<Record<ProblemKind, (visit: string) => Partial<DepositSlip>>>;

/**
 * Properties of one element for each kind of problem. `offline` needs a browser that reports that it has no
 * network.
 */
export const PROBLEM_VIEWS: Views = {
  unconfigured: () => ({}),
  offline: () => ({ endpoint: 'http://127.0.0.1:1/', paymentId: '105' }),
  timeout: (visit) => ({ ...scripted({}, { gate: visit }), timeout: 50 }),
  unavailable: () => scripted({ msg: CLABE }, { status: '503' }),
  unauthorized: () => scripted({ msg: CLABE }, { status: '401' }),
  forbidden: () => scripted({ msg: CLABE }, { status: '403' }),
  'not-found': () => scripted({ msg: CLABE }, { status: '404' }),
  'rate-limited': () => scripted({ msg: CLABE }, { status: '429' }),
  'invalid-amount': () => ({ ...scripted({}), amount: '0' }),
  refused: () => scripted({ code: 4005, msg: CLABE, data: null }),
  unreadable: () => scripted([CLABE]),
  incomplete: () => spei({ Extra: CLABE }),
  unverified: () => ({ ...spei({ 'Cuenta CLABE': '999180000000000018' }), strict: true }),
  mismatch: () => spei({ 'Cuenta CLABE': CLABE }, { fiat: 'ARS' }),
  unsafe: () => spei({ 'Cuenta CLABE': `${CLABE}\u202e` }),
  'not-payable': () => spei({ 'Cuenta CLABE': CLABE }, { status: 3 }),
};
