/** The states of a slip, its warnings, and the ways in which a deposit arrives. */
import { METHODS, type Method } from 'deposit-slip/core';
import type { DepositSlip } from 'deposit-slip/element';
import { bySlug, idOf, priced } from './methods.js';
import { PICTURE } from './picture.js';
import { ENDPOINT, NEVER, press, type Properties, type Shown, type Situation } from './situation.js';

const spei = bySlug('spei');
const pix = bySlug('pix');
const sepa = bySlug('sepa');
const scanned = bySlug('ar-qr');

/** The first method of each rail. */
const RAILS = METHODS.filter((method) => method === bySlug(method.slug));

const DEPOSITS = [{ txId: '100070', amount: '187.40', fiat: 'BRL', createTime: 1_795_000_560_000 }];
/** A number whose check digit is wrong. */
export const FAILING = { 'Cuenta CLABE': '999180000000000018' };

const asking: Properties = { endpoint: ENDPOINT, paymentId: idOf(priced) };

/** An amount for which the sandbox has a special response. */
export const magic = (amount: string): Properties => ({ ...asking, amount });

/** The response of the API with a method's sample. */
export const answerOf = ({ fiat, sample, hasTxId }: Method): object => ({
  code: 200,
  data: { fiat, fieldList: sample, ...(hasTxId && { txId: '100015' }) },
});

/** A response for SPEI. */
export const ofSpei = (fieldList: object, more: object = {}): Properties => ({
  paymentId: idOf(spei),
  answer: { code: 200, data: { fiat: spei.fiat, fieldList, ...more } },
});

type Entry = Omit<Situation, 'group'>;

const STATES: readonly Entry[] = [
  {
    id: 'choosing',
    title: 'Choosing',
    note: 'every rail',
    // One method of each rail: a shop never offers the same name twice.
    properties: { endpoint: ENDPOINT, paymentId: RAILS.map(idOf).join(' ') },
    reaches: 'choosing',
    icon: 'list',
  },
  {
    id: 'asking',
    title: 'Amount',
    note: 'empty',
    properties: asking,
    reaches: 'asking',
    icon: 'amount',
  },
  {
    id: 'typed',
    title: 'Amount',
    note: 'typed',
    properties: asking,
    reaches: 'asking',
    act: (slip) => type(slip, '1500.5'),
    icon: 'amount',
  },
  {
    id: 'amount-refused',
    title: 'Amount',
    note: 'too large',
    properties: { ...asking, maxAmount: '100.00' },
    reaches: 'asking',
    act: (slip) => {
      type(slip, '1500.5');
      press(slip, '[part="submit"]');
    },
    icon: 'amount',
  },
  {
    id: 'loading',
    title: 'Skeleton',
    note: 'loading',
    properties: { ...NEVER, paymentId: idOf(pix) },
    reaches: 'loading',
    icon: 'lines',
  },
  {
    id: 'ready',
    title: 'Ready',
    note: 'answer property',
    properties: ofSpei(spei.sample),
    reaches: 'ready',
    icon: 'bank',
  },
  {
    id: 'watching',
    title: 'Waiting',
    note: 'watch',
    properties: { endpoint: ENDPOINT, paymentId: idOf(pix), watch: true },
    reaches: 'ready',
    icon: 'clock',
  },
  {
    id: 'paused',
    title: 'Paused',
    note: 'after 15 min',
    properties: { endpoint: ENDPOINT, paymentId: idOf(pix), watch: true },
    reaches: 'ready',
    act: pause,
    icon: 'clock',
  },
  {
    id: 'without-network',
    title: 'Offline',
    note: 'while waiting',
    properties: { endpoint: ENDPOINT, paymentId: idOf(pix), watch: true },
    reaches: 'ready',
    act: () => dispatchEvent(new Event('offline')),
    icon: 'offline',
  },
  {
    id: 'blind',
    title: 'Cannot know',
    note: 'watch',
    properties: { ...ofSpei(spei.sample), watch: true },
    reaches: 'ready',
    icon: 'unknown',
  },
  {
    id: 'qr',
    title: 'QR code',
    note: 'unfolded',
    properties: { endpoint: ENDPOINT, paymentId: idOf(pix), amount: '187.40' },
    reaches: 'ready',
    act: (slip) => press(slip, '[part="toggle"]'),
    icon: 'code',
  },
  {
    id: 'previous',
    title: 'New slip',
    note: 'after a deposit',
    properties: { paymentId: idOf(pix), answer: { ...answerOf(pix), previous: DEPOSITS[0] } },
    reaches: 'ready',
    icon: 'check',
  },
  {
    id: 'named',
    title: 'Beneficiary',
    note: 'by attribute',
    properties: { ...ofSpei(spei.sample), amount: '1250.00', beneficiaryName: 'Tienda Sol SA de CV' },
    reaches: 'ready',
    icon: 'person',
  },
  {
    id: 'sepa-qr',
    title: 'SEPA QR code',
    note: 'unfolded',
    properties: { paymentId: idOf(sepa), answer: answerOf(sepa), amount: '250.00' },
    reaches: 'ready',
    act: (slip) => {
      press(slip, '[part="toggle"]');
      press(slip, 'summary');
    },
    icon: 'code',
  },
  {
    id: 'picture',
    title: 'QR code',
    note: 'as a picture',
    properties: {
      paymentId: idOf(scanned),
      amount: '1500.00',
      answer: { code: 200, data: { fiat: scanned.fiat, fieldList: { qrCode: PICTURE }, txId: '100015' } },
    },
    reaches: 'ready',
    icon: 'code',
  },
  {
    id: 'test-notice',
    title: 'Test',
    note: 'stripe',
    properties: { paymentId: idOf(spei), answer: { ...answerOf(spei), test: true } },
    reaches: 'ready',
    icon: 'alert',
  },
  {
    id: 'in-page',
    title: 'Ready',
    note: 'answer in HTML',
    properties: {},
    reaches: 'ready',
    inPage: true,
    icon: 'page',
  },
];

const WARNINGS: readonly Entry[] = [
  {
    id: 'failed-check',
    title: 'Failed check',
    note: 'check digit',
    properties: { ...ofSpei(FAILING), contact: 'mailto:pagos@tienda.example' },
    reaches: 'ready',
    icon: 'alert',
  },
  {
    id: 'account-changed',
    title: 'Changed account',
    note: 'seen',
    properties: { ...ofSpei(spei.sample), seen: 'an earlier account', contact: 'mailto:help@shop.example' },
    reaches: 'ready',
    icon: 'reload',
  },
  {
    id: 'other-rail',
    title: 'Other rail',
    note: 'CVU for SPEI',
    properties: { paymentId: idOf(spei), answer: { data: { fieldList: bySlug('cvu').sample } } },
    reaches: 'ready',
    icon: 'swap',
  },
  {
    id: 'unknown-keys',
    title: 'Unknown keys',
    note: 'kept',
    properties: ofSpei({ ...spei.sample, Referencia: '7001', 'Código interno': 'a'.repeat(60) }),
    reaches: 'ready',
    icon: 'list',
  },
  {
    id: 'strict',
    title: 'Value left out',
    note: 'strict',
    properties: strictAnswer(sepa),
    reaches: 'ready',
    icon: 'close',
  },
];

const ARRIVALS: readonly Entry[] = [
  {
    id: 'arrived',
    title: 'Arrived',
    note: 'after 5 s',
    properties: { ...magic('9201'), watch: true },
    reaches: 'arrived',
    icon: 'check',
  },
  {
    id: 'arrived-other',
    title: 'Another amount',
    note: 'too little',
    properties: { ...ofSpei(spei.sample), amount: '1500.00' },
    reaches: 'arrived',
    act: (slip) => (slip as DepositSlip).markArrived({ ...DEPOSITS[0]!, amount: '1200.00', fiat: spei.fiat }),
    icon: 'alert',
  },
  {
    id: 'paid',
    title: 'Already paid',
    note: 'in place of a slip',
    properties: {
      paymentId: idOf(pix),
      answer: {
        code: 200,
        data: { status: 'arrived', deposits: DEPOSITS },
        amount: '187.40',
        fiat: pix.fiat,
      },
    },
    reaches: 'arrived',
    icon: 'check',
  },
];

export const SLIP_SITUATIONS: readonly Situation[] = [
  ...STATES.map((entry) => ({ ...entry, group: 'states' }) as const),
  ...WARNINGS.map((entry) => ({ ...entry, group: 'warnings' }) as const),
  ...ARRIVALS.map((entry) => ({ ...entry, group: 'arrivals' }) as const),
];

/** A response whose BIC fails its check; a BIC is never essential. */
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

/**
 * Polling ends when the page wakes up long after its slip was shown. The frame is this slip's own page, so
 * its clock may stay changed.
 */
function pause(): void {
  const { now } = Date;
  Date.now = () => now() + 16 * 60_000;
  dispatchEvent(new Event('online'));
}

function type(slip: Shown, text: string): void {
  const box = slip.shadowRoot!.querySelector<HTMLInputElement>('[part="amount"]')!;
  box.value = text;
  box.dispatchEvent(new Event('input'));
}
