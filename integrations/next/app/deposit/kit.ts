import { createDepositKit, type DepositKit } from 'deposit-slip/kit';
import { cookies } from 'next/headers';
import { sessions, store } from './sessions';

async function authorize() {
  const session = (await cookies()).get('session')?.value ?? '';
  return sessions.get(session) ?? null;
}

let kit: DepositKit | undefined;

/** Returns the kit, and creates it on the first call. */
export function depositKit(): DepositKit {
  kit ??= createDepositKit({
    baseUrl: process.env['API_URL'] ?? '',
    token: process.env['API_TOKEN'] ?? '',
    secret: process.env['DEPOSIT_SECRET'] ?? '',
    store,
    authorize,
    // Ship the order here, once for each grant.id.
    on: { paid: ({ grant, payment }) => console.log('Paid:', grant.id, payment.received) },
  });
  return kit;
}
