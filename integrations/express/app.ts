import { createDepositKit, toNodeHandler, type NodeContext } from 'deposit-slip/kit';
import express, { type Request } from 'express';
import session from 'express-session';
import { createOrder, grantOf, settings, ship } from './orders.js';
import { store } from './store.js';

declare module 'express-session' {
  interface SessionData {
    order: string;
  }
}

export const deposit = createDepositKit({
  ...settings,
  store,
  authorize: (_request, { req }: NodeContext<Request>) => grantOf(req.session.order),
  on: { paid: ship },
});

export const app = express();
app.disable('x-powered-by');
app.use(
  session({
    secret: process.env['SESSION_SECRET'] ?? '',
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto' },
  }),
);
app.post('/checkout', (req, res) => {
  req.session.order = createOrder();
  // Redirects only once the session is saved, which takes a moment with a database.
  req.session.save(() => res.redirect(303, '/pay'));
});
app.all('/deposit', toNodeHandler(deposit));
