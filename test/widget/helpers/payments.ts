import type { Payment, PaymentDeposit } from '../../../src/core/reader/payment.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { nextEvent } from './events.js';
import { mountUntil, until } from './mount.js';
import { sampleAnswer } from './samples.js';
import { scripted, type ScriptedEndpoint } from './servers.js';

export const TIME = Date.parse('2026-03-02T10:42:00');

/** A deposit of an order that is paid by SPEI. */
export const deposit = (id: string, amount: string, more: Partial<PaymentDeposit> = {}): PaymentDeposit => {
  return { id, amount, fiat: 'MXN', createTime: TIME, paymentId: 105, ...more };
};

export const OPEN: Payment = {
  status: 'open',
  fiat: 'MXN',
  asked: '1250.00',
  received: '0.00',
  remaining: '1250.00',
  deposits: [],
};
export const PART: Payment = {
  ...OPEN,
  status: 'part',
  received: '1249.00',
  remaining: '1.00',
  deposits: [deposit('a', '1249.00')],
};
export const PAID: Payment = {
  status: 'paid',
  fiat: 'MXN',
  asked: '1250.00',
  received: '1250.00',
  deposits: [deposit('a', '1250.00')],
};
export const TWICE: Payment = {
  ...PAID,
  status: 'over',
  received: '2500.00',
  excess: '1250.00',
  deposits: [deposit('a', '1250.00'), deposit('b', '1250.00', { createTime: TIME + 60_000, txId: '77' })],
};
export const RETURNED: Payment = {
  ...OPEN,
  deposits: [deposit('a', '1250.00', { returned: '1250.00', returnTime: TIME + 86_400_000 })],
};

export const slipOf = (payment: Payment, amount = payment.remaining): object => ({
  ...sampleAnswer(105),
  paymentId: 105,
  fiat: 'MXN',
  amount,
  arrival: 'token',
  payment,
});
const isWhole = ({ asked, status, deposits }: Payment): boolean =>
  asked === undefined ? deposits.length > 0 : status === 'paid' || status === 'over';
export const arrivalOf = (payment: Payment): object => {
  const status = isWhole(payment) ? 'arrived' : 'waiting';
  return { status, deposits: payment.deposits.filter(({ returned }) => returned === undefined), payment };
};
const receiptOf = ({ asked, fiat, ...payment }: Payment): object => {
  const { payment: _payment, ...data } = arrivalOf({ asked, fiat, ...payment } as Payment) as {
    payment: Payment;
  };
  return {
    code: 200,
    data,
    paymentId: 105,
    fiat,
    amount: asked,
    arrival: 'token',
    payment: { asked, fiat, ...payment },
  };
};

/** Sets what the endpoint knows about the payment from now on. */
export const bodies = (payment: Payment): Record<string, unknown> => ({
  105: isWhole(payment) ? receiptOf(payment) : slipOf(payment),
  arrival: { code: 200, data: arrivalOf(payment) },
});

export interface Page {
  readonly slip: DepositSlip;
  readonly endpoint: ScriptedEndpoint;
  /** Updates what the endpoint knows, and makes the page poll. */
  poll(payment: Payment): Promise<void>;
}

/** Mounts a page of the order, with an endpoint that knows this about the payment. */
export async function open(payment: Payment, attributes: object = {}): Promise<Page> {
  const endpoint = scripted({ body: {}, bodyFor: bodies(payment) });
  const status = isWhole(payment) ? 'arrived' : 'ready';
  const settings = { paymentId: '105', amount: '1250.00', watch: true, endpoint: endpoint.url };
  const slip = await mountUntil(status, { ...settings, merchantName: 'Tienda Sol', ...attributes });
  return {
    slip,
    endpoint,
    async poll(next) {
      await endpoint.answer(bodies(next));
      const changed = nextEvent(slip, 'deposit-change');
      dispatchEvent(new Event('online'));
      await changed;
      await until(() => slip.status !== 'loading');
      await slip.updateComplete;
    },
  };
}
