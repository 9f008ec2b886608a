import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { createOrder } from '../deposit/orders';
import { sessions } from '../deposit/sessions';

export async function GET() {
  const session = crypto.randomUUID();
  sessions.set(session, createOrder());
  (await cookies()).set('session', session, { httpOnly: true, sameSite: 'lax', secure: true });
  redirect('/pay');
}
