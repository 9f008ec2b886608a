import { Hono } from 'hono';
import { historyAnswer } from './situations/history.js';
import { paymentAnswer } from './situations/payments.js';

/** Endpoints with scripted responses, for the workbench; mounted at `/scripted`. */
export const scripted = new Hono();

scripted.get('/never', () => new Promise<Response>(() => undefined));

/** A problem of this kind, from an endpoint that states the kind. */
scripted.get('/problem/:kind', (c) => Response.json({ kind: c.req.param('kind') }, { status: 503 }));

/** An error with an HTTP status and no `kind`, as from an endpoint that does not use the kit. */
scripted.get('/status/:status{[45][0-9]{2}}', (c) => {
  const code = Number(c.req.param('status'));
  return Response.json({ code, msg: 'Scripted', data: null }, { status: code });
});

/** The payment in a situation, when a page opens and when it polls. */
scripted.get('/payment/:situation', (c) =>
  c.json(...paymentAnswer(c.req.param('situation'), c.req.query('arrival') !== undefined)),
);

/** A payer's history in a situation. */
scripted.get('/history/:situation', (c) =>
  c.json(...historyAnswer(c.req.param('situation'), c.req.query('before'))),
);
