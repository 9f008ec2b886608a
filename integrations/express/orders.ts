import type { Grant, PaidEvent } from 'deposit-slip/kit';

export const settings = {
  baseUrl: process.env['API_URL'] ?? '',
  token: process.env['API_TOKEN'] ?? '',
  secret: process.env['DEPOSIT_SECRET'] ?? '',
};

const orders = new Map<string, 'open' | 'shipped'>();

/** Creates an order, as your checkout does. */
export function createOrder(): string {
  const id = crypto.randomUUID();
  orders.set(id, 'open');
  return id;
}

/** What the payer of an order may see. */
export function grantOf(order: string | undefined): Grant | null {
  if (order === undefined || !orders.has(order)) return null;
  return { id: order, merchantId: 1001, methods: [{ paymentId: 90, fiat: 'BRL' }], amount: '10.00' };
}

/** Ships a paid order once, however often the hook is called. */
export function ship({ grant, payment }: PaidEvent): void {
  if (orders.get(grant.id) === 'shipped') return;
  orders.set(grant.id, 'shipped');
  console.log('Paid:', grant.id, payment.received);
}
