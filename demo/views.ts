/**
 * Every view of the elements: the gallery shows them live, the contact sheets show screenshots of them, and a test checks the
 * status each reaches. New methods and problem kinds are included automatically.
 */
import { METHODS, PROBLEM_KINDS, problem, type Method, type ProblemKind } from 'deposit-slip/core';
import type { DepositSlip } from 'deposit-slip/element';
import type { DepositHistory } from 'deposit-slip/history';
import { HISTORY_VIEWS } from './history-views.js';
import { PICTURE } from './picture.js';

export const SECTIONS = ['methods', 'states', 'problems', 'history'] as const;

/** An element of the gallery. */
export type Shown = DepositSlip | DepositHistory;

/** One element: its properties, and the status it must reach. */
export interface View {
  /** Absent for a slip. */
  readonly tag?: 'deposit-history';
  readonly id: string;
  readonly section: (typeof SECTIONS)[number];
  readonly name: string;
  readonly properties: Properties;
  /** Absent where the status depends on the API's answer. */
  readonly reaches?: Shown['status'];
  readonly problem?: ProblemKind;
  /** The element is part of the page's HTML, with its answer inside it. */
  readonly inPage?: boolean;
  /** An action on the element once it shows a slip or asks for an amount. */
  readonly act?: (element: Shown) => void;
}

/** Properties of the element that a view may set. */
export type Properties = {
  [
    Name in
      | 'endpoint'
      | 'paymentId'
      | 'amount'
      | 'maxAmount'
      | 'beneficiaryName'
      | 'contact'
      | 'seen'
      | 'strict'
      | 'watch'
      | 'timeout'
      | 'answer'
  ]?: DepositSlip[Name];
} & { readonly limit?: number };

/** The shop's kit. */
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
/** A method that requires an amount: the sandbox's magic amounts work only there. */
const priced = METHODS.find(({ amount }) => amount === 'required')!;
const scanned = bySlug('ar-qr');
const idOf = ({ id }: Method): string => String(id);

const ofSpei = (fieldList: object, more: object = {}): Properties => ({
  paymentId: idOf(spei),
  answer: { code: 200, data: { fiat: spei.fiat, fieldList, ...more } },
});
const DEPOSITS = [{ txId: '100070', amount: '187.40', fiat: 'BRL', createTime: 1_795_000_560_000 }];
const FAILING = { 'Cuenta CLABE': '999180000000000018' };
const magic = (amount: string): Properties => ({ endpoint, paymentId: idOf(priced), amount });
const status = (code: number): Properties => ({
  endpoint: `/scripted/status/${code}`,
  paymentId: idOf(spei),
});

const methodViews: readonly View[] = [
  ...METHODS.flatMap((method): View[] => {
    const { id, slug, fiat, amount } = method;
    const name = `${slug} · ${id} · ${fiat}`;
    const properties = { endpoint, paymentId: idOf(method) };
    // Several methods may share a slug; the first of them has it as its id.
    const view = method === bySlug(slug) ? slug : `${slug}-${id}`;
    const plain = { id: view, section: 'methods', name, properties } as const;
    if (amount !== 'required') return [{ ...plain, reaches: 'ready' }];
    return [
      { ...plain, reaches: 'asking' },
      {
        ...plain,
        id: `${view}-amount`,
        name: `${name} · with an amount`,
        properties: { ...properties, amount: '1150.50' },
        reaches: 'ready',
      },
    ];
  }),
  {
    id: 'unknown-135',
    section: 'methods',
    name: '135 · unknown to this version',
    properties: { endpoint, paymentId: '135' },
  },
];

const stateViews: readonly View[] = [
  state(
    'choosing',
    'choosing · several methods',
    { endpoint, paymentId: METHODS.map(idOf).join(' ') },
    'choosing',
  ),
  state('asking', 'asking · an amount is required', { endpoint, paymentId: idOf(priced) }, 'asking'),
  {
    ...state('typed', 'asking · an amount was typed', { endpoint, paymentId: idOf(priced) }, 'asking'),
    act: (slip) => type(slip, '1500.5'),
  },
  {
    ...state(
      'amount-refused',
      'asking · the amount is too large',
      { endpoint, paymentId: idOf(priced), maxAmount: '100.00' },
      'asking',
    ),
    act: (slip) => {
      type(slip, '1500.5');
      press(slip, '[part="submit"]');
    },
  },
  state('loading', 'loading · the endpoint never responds', { ...NEVER, paymentId: idOf(pix) }, 'loading'),
  state('ready', 'ready · set by the answer property', ofSpei(spei.sample), 'ready'),
  state(
    'watching',
    'ready · polling for the deposit',
    { endpoint, paymentId: idOf(pix), watch: true },
    'ready',
  ),
  state('blind', 'ready · the arrival cannot be detected', { ...ofSpei(spei.sample), watch: true }, 'ready'),
  {
    ...state(
      'qr',
      'ready · an amount, and the QR code expanded',
      { endpoint, paymentId: idOf(pix), amount: '187.40' },
      'ready',
    ),
    act: (slip) => press(slip, '[part="toggle"]'),
  },
  state(
    'arrived',
    'arrived · automatically, after five seconds',
    { ...magic('9201'), watch: true },
    'arrived',
  ),
  {
    ...state(
      'arrived-other',
      'arrived · another amount than requested',
      { ...ofSpei(spei.sample), amount: '1500.00' },
      'arrived',
    ),
    act: (slip) => (slip as DepositSlip).markArrived({ amount: '1200.00', fiat: spei.fiat }),
  },
  state(
    'paid',
    'arrived · the endpoint says so in place of a slip',
    {
      paymentId: idOf(pix),
      answer: {
        code: 200,
        data: { status: 'arrived', deposits: DEPOSITS },
        amount: '187.40',
        fiat: pix.fiat,
      },
    },
    'arrived',
  ),
  state(
    'previous',
    'ready · a new slip after a deposit',
    { paymentId: idOf(pix), answer: { ...answerOf(pix), previous: DEPOSITS[0] } },
    'ready',
  ),
  state(
    'named',
    'ready · an amount, and the beneficiary by attribute',
    { ...ofSpei(spei.sample), amount: '1250.00', beneficiaryName: 'Tienda Sol SA de CV' },
    'ready',
  ),
  state(
    'failed-check',
    'ready · a check digit fails',
    { ...ofSpei(FAILING), contact: 'mailto:pagos@tienda.example' },
    'ready',
  ),
  state(
    'account-changed',
    'ready · another account than on the last visit',
    { ...ofSpei(spei.sample), seen: 'an earlier account' },
    'ready',
  ),
  state(
    'other-rail',
    'ready · the details of another rail',
    { paymentId: idOf(spei), answer: { data: { fieldList: bySlug('cvu').sample } } },
    'ready',
  ),
  {
    ...state('sepa-qr', 'ready · the SEPA QR code and more details unfolded', sepaAnswer(), 'ready'),
    act: (slip) => {
      press(slip, '[part="toggle"]');
      press(slip, 'summary');
    },
  },
  state(
    'unknown-keys',
    'ready · unknown keys',
    ofSpei({ ...spei.sample, Referencia: '7001', 'Código interno': 'a'.repeat(60) }),
    'ready',
  ),
  state(
    'strict',
    'strict · an optional value that fails its check is left out',
    strictAnswer(bySlug('sepa')),
    'ready',
  ),
  state(
    'picture',
    'ready · the QR code came as a picture',
    {
      paymentId: idOf(scanned),
      amount: '1500.00',
      answer: { code: 200, data: { fiat: scanned.fiat, fieldList: { qrCode: PICTURE }, txId: '100015' } },
    },
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
    ...state('in-page', 'ready · the answer is in the page', {}, 'ready'),
    inPage: true,
  },
];

/** The properties that cause each kind of problem. A kind without a line here is a type error. */
const PROBLEMS: Readonly<Record<ProblemKind, Properties>> = {
  unconfigured: {},
  // The browser of a reader has a network, so the endpoint says that there is none.
  offline: { endpoint: '/scripted/problem/offline', paymentId: idOf(spei) },
  timeout: { ...NEVER, timeout: 500, paymentId: idOf(spei) },
  unavailable: magic('9500'),
  unauthorized: status(401),
  // The grant does not include this method.
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
  name: `${kind} · ${problem(kind).retryable ? 'can be retried' : 'cannot be retried'}`,
  properties: PROBLEMS[kind],
  reaches: 'problem',
  problem: kind,
}));

export const VIEWS: readonly View[] = [...methodViews, ...stateViews, ...problemViews, ...HISTORY_VIEWS];

function state(id: string, name: string, properties: Properties, reaches: DepositSlip['status']): View {
  return { id, section: 'states', name, properties, reaches };
}

function sepaAnswer(): Properties {
  const sepa = bySlug('sepa');
  return { paymentId: idOf(sepa), answer: answerOf(sepa), amount: '250.00' };
}

/** An answer whose BIC fails its check; a BIC is never essential. */
function strictAnswer(method: Method): Properties {
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

function type(slip: Shown, text: string): void {
  const box = slip.shadowRoot!.querySelector<HTMLInputElement>('[part="amount"]')!;
  box.value = text;
  box.dispatchEvent(new Event('input'));
}

function press(slip: Shown, selector: string): void {
  slip.shadowRoot!.querySelector<HTMLElement>(selector)!.click();
}
