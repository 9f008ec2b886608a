import { html } from 'hono/html';
import { Hono } from 'hono';
import type { AppContext } from '../app-context.js';
import { ApiError } from '../http/api-error.js';
import { readForm } from '../http/body.js';
import { findAgreement, type Activation } from '../ledger/accounts.js';
import { settle } from '../ledger/agreements.js';
import { guard } from './guard.js';
import { hidden, type Markup } from './markup.js';
import { layout, missingPage, page } from './page.js';
import { linkTo, readPageContext, type PageContext } from './page-context.js';

/** The page of a `verifyLink`, where a merchant accepts or rejects an agreement. */
export function agreementRoutes(context: AppContext): Hono {
  const app = new Hono();
  app.use('/sandbox/agreement/*', guard);
  app.get('/sandbox/agreement/:secret', (c) => show(context, c.req.raw, c.req.param('secret')));
  app.post('/sandbox/agreement/:secret', (c) => decide(context, c.req.raw, c.req.param('secret')));
  return app;
}

async function show(context: AppContext, request: Request, secret: string): Promise<Response> {
  const pageContext = readPageContext(context, request);
  const activation = await find(context, secret);
  return activation ? page(await agreementPage(pageContext, activation)) : missingPage(pageContext);
}

async function decide(context: AppContext, request: Request, secret: string): Promise<Response> {
  const activation = await find(context, secret);
  const form = await readForm(request);
  const pageContext = readPageContext(context, request, form);
  if (!activation) return missingPage(pageContext);
  await settle(context.db, activation, decisionIn(form));
  // Redirect, so that reloading the page does not submit the decision again.
  const location = linkTo(pageContext, `/sandbox/agreement/${secret}`);
  return new Response(null, { status: 303, headers: { location } });
}

async function find({ db }: AppContext, secret: string): Promise<Activation | undefined> {
  return /^[A-Za-z0-9_-]{24}$/.test(secret) ? findAgreement(db, secret) : undefined;
}

function decisionIn(form: URLSearchParams): 'accepted' | 'rejected' {
  const decision = form.get('decision');
  if (decision === 'accepted' || decision === 'rejected') return decision;
  throw new ApiError(400, 'Parameter decision must be accepted or rejected.');
}

function agreementPage(pageContext: PageContext, activation: Activation): Promise<string> {
  const { agreement } = pageContext.language.texts;
  const { merchantName, fiat, decision } = activation;
  return layout(
    pageContext,
    agreement.title,
    html`<h1>${agreement.heading(fiat)}</h1>
      <p>${agreement.request(merchantName, fiat)} ${fiat === 'EUR' ? agreement.alsoUsd : ''}</p>
      ${decision === null ? '' : html`<p class="decision ${decision}" role="status">${agreement[decision]}</p>`}
      ${decision === null ? '' : callbackLink(pageContext, activation)}
      ${decision === 'accepted' ? '' : choices(pageContext, activation)}`,
  );
}

function choices({ kept, language }: PageContext, { secret, decision }: Activation): Markup {
  const { accept, reject } = language.texts.agreement;
  return html`<form method="post" action="/sandbox/agreement/${secret}">
    ${hidden(kept)}
    <button class="${decision === null ? 'primary' : 'secondary'}" name="decision" value="accepted">
      ${accept}
    </button>
    ${decision === null ? html`<button class="secondary" name="decision" value="rejected">${reject}</button>` : ''}
  </form>`;
}

// A link, not a redirect: the page must not lead to a URL chosen by the merchant without a click.
function callbackLink({ language }: PageContext, { callbackUri, merchantName }: Activation): Markup {
  return html`<p class="next">
    <a class="primary" href="${callbackUri}" rel="noreferrer">${language.texts.backTo(merchantName)}</a>
  </p>`;
}
