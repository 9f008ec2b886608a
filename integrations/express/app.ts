import { createDepositKit, toNodeHandler, type NodeContext } from 'deposit-slip/kit';
import express, { type Request } from 'express';
import session from 'express-session';
import { createOrder, grantOf, settings } from './orders.js';

declare module 'express-session' {
  interface SessionData {
    order: string;
  }
}

const deposit = createDepositKit({
  ...settings,
  authorize: (_request, { req }: NodeContext<Request>) => grantOf(req.session.order),
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
  res.redirect(303, '/pay');
});
app.use('/deposit', toNodeHandler(deposit));
