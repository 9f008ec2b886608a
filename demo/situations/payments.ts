/** Payments that differ from the requested amount, and pages that cannot see new deposits. */
import type { Payment, PaymentDeposit } from 'deposit-slip/core';
import { bySlug, idOf } from './methods.js';
import type { Properties, Situation } from './situation.js';
import { answerOf } from './slips.js';

const spei = bySlug('spei');
const pix = bySlug('pix');

const CONTACT = 'mailto:pagos@tienda.example';
/** In the reader's time zone, so that it reads the same everywhere. */
const TIME = Date.parse('2026-03-04T10:42:00');
const DAY = 86_400_000;

const deposit = (id: string, amount: string, more: Partial<PaymentDeposit> = {}): PaymentDeposit => ({
  id,
  amount,
  fiat: 'MXN',
  createTime: TIME,
  paymentId: spei.id,
  ...more,
});

const OPEN: Payment = {
  status: 'open',
  fiat: 'MXN',
  asked: '1250.00',
  received: '0.00',
  remaining: '1250.00',
  deposits: [],
};
const PART: Payment = {
  ...OPEN,
  status: 'part',
  received: '1249.00',
  remaining: '1.00',
  deposits: [deposit('a', '1249.00')],
};
const PARTS: Payment = {
  ...OPEN,
  status: 'part',
  received: '1100.00',
  remaining: '150.00',
  earlier: { count: 2, amount: '400.00' },
  deposits: [
    deposit('c', '500.00', { createTime: TIME - 2 * DAY, txId: '100041' }),
    deposit('d', '300.00', {
      returned: '100.00',
      returnTime: TIME,
      createTime: TIME - DAY,
      txId: '100042',
    }),
  ],
};
const PAID: Payment = {
  status: 'paid',
  fiat: 'MXN',
  asked: '1250.00',
  received: '1250.00',
  deposits: [deposit('a', '1250.00', { createTime: TIME - DAY })],
};
const OVER: Payment = {
  ...PAID,
  status: 'over',
  received: '1262.60',
  excess: '12.60',
  deposits: [deposit('a', '1262.60', { txId: '100041' })],
};
const TWICE: Payment = {
  status: 'over',
  fiat: 'BRL',
  asked: '187.40',
  received: '374.80',
  excess: '187.40',
  deposits: ['100041', '100042'].map((txId) =>
    deposit(txId, '187.40', { txId, fiat: 'BRL', paymentId: pix.id }),
  ),
};
const RETURNED: Payment = {
  ...OPEN,
  deposits: [{ ...PAID.deposits[0]!, returned: '1250.00', returnTime: TIME }],
};
const ELSEWHERE: Payment = {
  ...PAID,
  deposits: [deposit('a', '1250.00', { paymentId: bySlug('pix').id, txId: '100041' })],
};

const hasArrived = ({ status }: Payment): boolean => status === 'paid' || status === 'over';

/** The response about a payment to a page that polls. */
const arrivalOf = (payment: Payment): object => ({
  status: hasArrived(payment) ? 'arrived' : 'waiting',
  deposits: payment.deposits.filter(({ returned }) => returned === undefined),
  payment,
});

/** The slip of a payment, or its receipt. */
function pageOf(payment: Payment): object {
  const method = payment.fiat === 'BRL' ? pix : spei;
  const beside = { paymentId: method.id, fiat: payment.fiat, arrival: 'token', payment };
  if (!hasArrived(payment)) return { ...answerOf(method), ...beside, amount: payment.remaining };
  const { payment: _payment, ...data } = arrivalOf(payment) as { readonly payment: Payment };
  return { code: 200, data, ...beside, amount: payment.asked };
}

/**
 * The payment that the workbench's endpoints report when a page opens, and when it polls. An HTTP status
 * instead of a payment is a failure.
 */
const CHANGES: Readonly<Record<string, readonly [opened: Payment, polled: Payment | number]>> = {
  elsewhere: [OPEN, ELSEWHERE],
  returned: [PAID, RETURNED],
  ended: [OPEN, 401],
  blind: [OPEN, 503],
};

/** The response to a page in a situation, and its HTTP status. */
export function paymentAnswer(situation: string, polls: boolean): [body: object, status: 200 | 401 | 503] {
  const [opened, polled] = (Object.hasOwn(CHANGES, situation) && CHANGES[situation]) || [OPEN, OPEN];
  if (!polls) return [pageOf(opened), 200];
  if (typeof polled === 'number') return [{ code: polled, msg: 'Scripted', data: null }, polled as 401 | 503];
  return [{ code: 200, data: arrivalOf(polled) }, 200];
}

/** A page that has just polled. */
const changing = (situation: string): Properties => ({
  endpoint: `/scripted/payment/${situation}`,
  paymentId: idOf(spei),
  watch: true,
  contact: CONTACT,
});
const shown = (payment: Payment): Properties => ({
  paymentId: idOf(payment.fiat === 'BRL' ? pix : spei),
  answer: pageOf(payment),
  contact: CONTACT,
});

const poll = (): void => void dispatchEvent(new Event('online'));

/**
 * A minute passes without a poll, or a day. The frame is this slip's own page, so its clock may stay changed.
 */
function pass(milliseconds: number, event: Event): void {
  const [date, time] = [Date.now, performance.now.bind(performance)];
  Date.now = () => date() + milliseconds;
  performance.now = () => time() + milliseconds;
  dispatchEvent(event);
}

type Entry = Omit<Situation, 'group'>;

const ENTRIES: readonly Entry[] = [
  {
    id: 'part',
    title: 'A part',
    note: 'the rest is asked for',
    properties: shown(PART),
    reaches: 'ready',
    icon: 'part',
  },
  {
    id: 'parts',
    title: 'Many parts',
    note: 'one sent back in part',
    properties: shown(PARTS),
    reaches: 'ready',
    icon: 'list',
  },
  {
    id: 'over',
    title: 'Too much',
    note: 'one deposit',
    properties: shown(OVER),
    reaches: 'arrived',
    icon: 'amount',
  },
  {
    id: 'twice',
    title: 'Paid twice',
    note: 'two deposits',
    properties: shown(TWICE),
    reaches: 'arrived',
    icon: 'copy',
  },
  {
    id: 'elsewhere',
    title: 'Paid elsewhere',
    note: 'by another code',
    properties: changing('elsewhere'),
    reaches: 'arrived',
    act: poll,
    icon: 'swap',
  },
  {
    id: 'returned',
    title: 'Sent back',
    note: 'after the receipt',
    properties: changing('returned'),
    reaches: 'arrived',
    act: poll,
    icon: 'back',
  },
  {
    id: 'reopened',
    title: 'Sent back',
    note: 'the slip again',
    properties: shown(RETURNED),
    reaches: 'ready',
    icon: 'back',
  },
  {
    id: 'cannot-look',
    title: 'Cannot look',
    note: 'for a minute',
    properties: changing('blind'),
    reaches: 'ready',
    act: () => pass(61_000, new Event('online')),
    icon: 'unknown',
  },
  {
    id: 'session-ended',
    title: 'Session ended',
    note: 'while waiting',
    properties: changing('ended'),
    reaches: 'ready',
    act: poll,
    icon: 'lock',
  },
  {
    id: 'open-long',
    title: 'Open for a day',
    note: 'to be reloaded',
    properties: changing('open'),
    reaches: 'ready',
    act: () => {
      pass(25 * 3_600_000, new Event('pageshow'));
      document.dispatchEvent(new Event('visibilitychange'));
    },
    icon: 'clock',
  },
];

export const PAYMENT_SITUATIONS: readonly Situation[] = ENTRIES.map((entry) => ({
  ...entry,
  group: 'payments',
}));
