/**
 * Every view of the element there is to look at: the gallery shows them live, the contact sheets are pictures of them,
 * and the tests hold each to where it must come to. A new method or kind of problem is in it by itself.
 */
import { METHODS, PROBLEM_KINDS, problem, type Method, type ProblemKind } from 'deposit-slip/core';
import type { DepositSlip } from 'deposit-slip/element';

export const SECTIONS = ['methods', 'states', 'problems'] as const;

/** One element: what it is given, and what it must come to. */
export interface View {
  readonly id: string;
  readonly section: (typeof SECTIONS)[number];
  readonly name: string;
  readonly given: Given;
  /** Absent: wherever the API's answer leads. */
  readonly reaches?: DepositSlip['status'];
  readonly problem?: ProblemKind;
  /** The element lies in the page itself, its answer in it. */
  readonly inPage?: boolean;
  /** What is done to it once it shows a slip, or asks for an amount. */
  readonly happens?: (slip: DepositSlip) => void;
}

/** Properties of the element a view may set. */
export type Given = {
  [
    Name in 'endpoint' | 'paymentId' | 'amount' | 'maxAmount' | 'strict' | 'watch' | 'timeout' | 'answer'
  ]?: DepositSlip[Name];
};

/** The shop's kit, before the sandbox. */
const endpoint = '/gallery/deposit';
const NEVER = { endpoint: '/scripted/never', timeout: 2 ** 31 - 1 };

const answerOf = ({ fiat, sample, hasTxId }: Method): object => ({
  code: 200,
  data: { fiat, fieldList: sample, ...(hasTxId && { txId: '100015' }) },
});

function bySlug(slug: string): Method {
  const found = METHODS.find((method) => method.slug === slug);
  if (!found) throw new Error(`There is no method ${slug}.`);
  return found;
}

const spei = bySlug('spei');
const pix = bySlug('pix');
/** A method the API is told the amount of: only there do the sandbox's magic amounts work. */
const priced = METHODS.find(({ amount }) => amount === 'required')!;
const idOf = ({ id }: Method): string => String(id);

const ofSpei = (fieldList: object, more: object = {}): Given => ({
  paymentId: idOf(spei),
  answer: { code: 200, data: { fiat: spei.fiat, fieldList, ...more } },
});
const FAILING = { 'Cuenta CLABE': '999180000000000018' };
const magic = (amount: string): Given => ({ endpoint, paymentId: idOf(priced), amount });
const status = (code: number): Given => ({ endpoint: `/scripted/status/${code}`, paymentId: idOf(spei) });

const methodViews: readonly View[] = [
  ...METHODS.flatMap((method): View[] => {
    const { id, slug, fiat, amount } = method;
    const name = `${slug} · ${id} · ${fiat}`;
    const given = { endpoint, paymentId: idOf(method) };
    // Several methods may share a rail; the first of them carries its name alone.
    const view = method === bySlug(slug) ? slug : `${slug}-${id}`;
    const plain = { id: view, section: 'methods', name, given } as const;
    if (amount !== 'required') return [{ ...plain, reaches: 'ready' }];
    return [
      { ...plain, reaches: 'asking' },
      {
        ...plain,
        id: `${view}-amount`,
        name: `${name} · with an amount`,
        given: { ...given, amount: '1150.50' },
        reaches: 'ready',
      },
    ];
  }),
  {
    id: 'unknown-135',
    section: 'methods',
    name: '135, unknown to this version · as the API answers it',
    given: { endpoint, paymentId: '135' },
  },
];

const stateViews: readonly View[] = [
  state('choosing', 'choosing · the endpoint offers several', { endpoint }, 'choosing'),
  state('asking', 'asking · an amount is needed', { endpoint, paymentId: idOf(priced) }, 'asking'),
  {
    ...state('typed', 'asking · an amount was typed', { endpoint, paymentId: idOf(priced) }, 'asking'),
    happens: (slip) => type(slip, '1500.5'),
  },
  {
    ...state(
      'amount-refused',
      'asking · the amount is too large',
      { endpoint, paymentId: idOf(priced), maxAmount: '100.00' },
      'asking',
    ),
    happens: (slip) => {
      type(slip, '1500.5');
      press(slip, '[part="submit"]');
    },
  },
  state('loading', 'loading · nobody answers', { ...NEVER, paymentId: idOf(pix) }, 'loading'),
  state('ready', 'ready · an answer brought along', ofSpei(spei.sample), 'ready'),
  state(
    'watching',
    'ready · watching for the deposit',
    { endpoint, paymentId: idOf(pix), watch: true },
    'ready',
  ),
  state('blind', 'ready · cannot see it arrive', { ...ofSpei(spei.sample), watch: true }, 'ready'),
  {
    ...state(
      'qr',
      'ready · an amount, the QR unfolded',
      { endpoint, paymentId: idOf(pix), amount: '187.40' },
      'ready',
    ),
    happens: (slip) => press(slip, '.toggle'),
  },
  state('arrived', 'arrived · by itself, after five seconds', { ...magic('9201'), watch: true }, 'arrived'),
  {
    ...state(
      'arrived-other',
      'arrived · another amount than asked',
      { ...ofSpei(spei.sample), amount: '1500.00' },
      'arrived',
    ),
    happens: (slip) => slip.markArrived({ amount: '1200.00', fiat: spei.fiat }),
  },
  state('failed-check', 'ready · a check digit fails', ofSpei(FAILING), 'ready'),
  state(
    'unknown-keys',
    'ready · keys nobody knows',
    ofSpei({ ...spei.sample, Referencia: '7001', 'Código interno': 'a'.repeat(60) }),
    'ready',
  ),
  state(
    'strict',
    'strict · a failing value that is not essential is left out',
    strictAnswer(bySlug('sepa')),
    'ready',
  ),
  state(
    'test-notice',
    'ready · marked as test',
    {
      paymentId: idOf(spei),
      answer: { ...answerOf(spei), test: true },
    },
    'ready',
  ),
  {
    ...state('in-page', 'ready · the answer lies in the page', {}, 'ready'),
    inPage: true,
  },
];

/** How each kind of problem comes about; a new kind without a line here does not compile. */
const PROBLEMS: Readonly<Record<ProblemKind, Given>> = {
  unconfigured: {},
  offline: { endpoint: '/scripted/broken', paymentId: idOf(spei) },
  timeout: { ...NEVER, timeout: 500, paymentId: idOf(spei) },
  unavailable: magic('9500'),
  unauthorized: status(401),
  // The shop's kit offers no such method.
  forbidden: { endpoint, paymentId: '1' },
  'not-found': status(404),
  'rate-limited': magic('9429'),
  'invalid-amount': { endpoint, paymentId: idOf(priced), amount: '0' },
  refused: magic('9299'),
  unreadable: magic('9422'),
  incomplete: ofSpei({}),
  unverified: { ...ofSpei(FAILING), strict: true },
  mismatch: ofSpei(spei.sample, { fiat: 'XXX' }),
  unsafe: ofSpei({ 'Cuenta CLABE': '99918000000000\u202e0015' }),
  'not-payable': ofSpei(spei.sample, { status: 3 }),
};

const problemViews = PROBLEM_KINDS.map((kind): View => ({
  id: kind,
  section: 'problems',
  name: `${kind} · ${problem(kind).retryable ? 'asking again may help' : 'final'}`,
  given: PROBLEMS[kind],
  reaches: 'problem',
  problem: kind,
}));

export const VIEWS: readonly View[] = [...methodViews, ...stateViews, ...problemViews];

function state(id: string, name: string, given: Given, reaches: DepositSlip['status']): View {
  return { id, section: 'states', name, given, reaches };
}

/** A BIC is checked, and none is essential. */
function strictAnswer(method: Method): Given {
  const bic = method.fields.filter(({ kind }) => kind === 'bic').flatMap(({ keys }) => keys);
  const fieldList = Object.fromEntries(
    Object.entries(method.sample).map(([key, value]) => [key, bic.includes(key) ? 'A' : value]),
  );
  return {
    paymentId: idOf(method),
    strict: true,
    answer: { code: 200, data: { fiat: method.fiat, fieldList } },
  };
}

function type(slip: DepositSlip, text: string): void {
  const box = slip.shadowRoot!.querySelector<HTMLInputElement>('[part="amount"]')!;
  box.value = text;
  box.dispatchEvent(new Event('input'));
}

function press(slip: DepositSlip, selector: string): void {
  slip.shadowRoot!.querySelector<HTMLElement>(selector)!.click();
}
