import { createDepositKit, createMemoryStore, type Grant } from 'deposit-slip/kit';

/** In place of your database: what the payer of each session may see. */
const sessions = new Map<string, Grant>();

/** Creates an order, as your checkout does. Returns the session of its payer. */
export function checkOut(): string {
  const [session, id] = [crypto.randomUUID(), crypto.randomUUID()];
  sessions.set(session, { id, merchantId: 1001, methods: [{ paymentId: 90, fiat: 'BRL' }], amount: '10.00' });
  return session;
}

/** What the sender of a request may see. */
export function grantOf({ headers }: Request): Grant | null {
  const session = /(?:^|; )session=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1];
  return sessions.get(session ?? '') ?? null;
}

export const deposit = createDepositKit({
  baseUrl: process.env['API_URL'] ?? '',
  token: process.env['API_TOKEN'] ?? '',
  secret: process.env['DEPOSIT_SECRET'] ?? '',
  store: createMemoryStore(),
  authorize: grantOf,
  // Ship the order here, once for each grant.id.
  on: { paid: ({ grant, payment }) => console.log('Paid:', grant.id, payment.received) },
});
