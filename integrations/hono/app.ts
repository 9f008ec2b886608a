import { createDepositKit } from 'deposit-slip/kit';
import { Hono, type Context } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import { createOrder, grantOf, settings, ship } from './orders.js';
import { store } from './store.js';

const cookieSecret = process.env['SESSION_SECRET'] ?? '';

export const deposit = createDepositKit({
  ...settings,
  store,
  authorize: async (_request, c: Context) =>
    grantOf((await getSignedCookie(c, cookieSecret, 'order')) || undefined),
  on: { paid: ship },
});

export const app = new Hono();
app.post('/checkout', async (c) => {
  const secure = new URL(c.req.url).protocol === 'https:';
  await setSignedCookie(c, 'order', createOrder(), cookieSecret, { httpOnly: true, sameSite: 'Lax', secure });
  return c.redirect('/pay', 303);
});
app.all('/deposit', (c) => deposit(c.req.raw, c));
