import { html } from 'hono/html';
import { Hono } from 'hono';
import { notFound, Refusal } from '../http/refusal.js';
import { readForm } from '../http/body.js';
import { settle } from '../ledger/agreements.js';
import { findAgreement, type Activation } from '../ledger/accounts.js';
import type { World } from '../world.js';
import { guard } from './guard.js';
import { layout, page } from './page.js';

/** Where a merchant accepts or rejects an agreement: the page a `verifyLink` leads to. */
export function agreementRoutes(world: World): Hono {
  const app = new Hono();
  app.use('/sandbox/agreement/*', guard);
  app.get('/sandbox/agreement/:secret', async (c) =>
    page(await show(await find(world, c.req.param('secret')))),
  );
  app.post('/sandbox/agreement/:secret', async (c) => {
    const activation = await find(world, c.req.param('secret'));
    await settle(world.db, activation, decisionIn(await readForm(c.req.raw)));
    // Shown by a request of its own, so that reloading it decides nothing again.
    return new Response(null, { status: 303, headers: { location: new URL(c.req.url).pathname } });
  });
  return app;
}

async function find({ db }: World, secret: string): Promise<Activation> {
  const activation = /^[A-Za-z0-9_-]{24}$/.test(secret) ? await findAgreement(db, secret) : undefined;
  if (!activation) throw notFound('Agreement', secret.slice(0, 40));
  return activation;
}

function decisionIn(form: URLSearchParams): 'accepted' | 'rejected' {
  const decision = form.get('decision');
  if (decision === 'accepted' || decision === 'rejected') return decision;
  throw new Refusal(400, 'Parameter decision must be accepted or rejected.');
}

function show(activation: Activation): Promise<string> {
  const { merchantName, fiat, decision } = activation;
  return layout(
    'Agreement',
    html`<h1>Open a ${fiat} account</h1>
      <p>${merchantName} asks for a ${fiat} account${fiat === 'EUR' ? ', which takes USD too' : ''}.</p>
      ${decision === null ? '' : html`<p role="status">You have ${decision} the agreement.</p>`}
      ${decision === 'accepted' ? '' : choices(activation)} ${decision === null ? '' : wayBack(activation)}`,
  );
}

function choices({ secret, decision }: Activation) {
  return html`<form method="post" action="/sandbox/agreement/${secret}">
    <button name="decision" value="accepted">Accept</button>
    ${decision === 'rejected' ? '' : html`<button name="decision" value="rejected">Reject</button>`}
  </form>`;
}

// A link and no redirect: what a merchant gives as callbackUri is nowhere this page should go by itself.
function wayBack({ callbackUri, merchantName }: Activation) {
  return html`<p><a href="${callbackUri}" rel="noreferrer">Back to ${merchantName}</a></p>`;
}
