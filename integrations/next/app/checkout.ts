'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { sessions } from './deposit/sessions';

/** Creates an order, and a session for its payer. */
export async function checkOut() {
  const [session, id] = [crypto.randomUUID(), crypto.randomUUID()];
  sessions.set(session, { id, merchantId: 1001, methods: [{ paymentId: 90, fiat: 'BRL' }], amount: '10.00' });
  (await cookies()).set('session', session, { httpOnly: true, sameSite: 'lax', secure: true });
  redirect('/pay');
}
