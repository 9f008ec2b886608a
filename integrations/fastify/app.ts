import cookie from '@fastify/cookie';
import session from '@fastify/session';
import { createDepositKit, toNodeHandler, type NodeContext } from 'deposit-slip/kit';
import { fastify, type FastifyRequest } from 'fastify';
import { createOrder, grantOf, settings, ship } from './orders.js';
import { store } from './store.js';

declare module 'fastify' {
  interface Session {
    order?: string;
  }
}

export const deposit = createDepositKit({
  ...settings,
  store,
  authorize: (_request, { req }: NodeContext<FastifyRequest>) => grantOf(req.session.order),
  on: { paid: ship },
});

export const app = fastify();
await app.register(cookie);
await app.register(session, {
  secret: process.env['SESSION_SECRET'] ?? '',
  saveUninitialized: false,
  cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto' },
});
app.post('/checkout', (request, reply) => {
  request.session.order = createOrder();
  return reply.redirect('/pay', 303);
});
app.all('/deposit', toNodeHandler(deposit));
