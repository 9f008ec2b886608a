import { html } from 'hono/html';
import { Hono } from 'hono';
import type { Markup } from '../http/markup.js';
import type { AppContext } from '../app-context.js';
import { page } from '../html-document.js';
import { ApiError } from '../http/api-error.js';
import { readForm } from '../http/body.js';
import { decide, findAgreement, REJECTED, type Activation, type Decision } from '../ledger/activations.js';
import { guard } from './guard.js';
import { backLink, hidden } from './markup.js';
import { layout, missingPage } from './page.js';
import { linkTo, readPageContext, type PageContext } from './page-context.js';

/** The maximum length of a reason, as in the control API. */
const MAX_REASON = 200;

/** The page of a `verifyLink`, where a merchant accepts or rejects an agreement. */
export function agreementRoutes(context: AppContext): Hono {
  const app = new Hono();
  app.use('/sandbox/agreement/*', guard);
  app.get('/sandbox/agreement/:secret', (c) => show(context, c.req.raw, c.req.param('secret')));
  app.post('/sandbox/agreement/:secret', (c) => submit(context, c.req.raw, c.req.param('secret')));
  return app;
}

async function show(context: AppContext, request: Request, secret: string): Promise<Response> {
  const pageContext = readPageContext(context, request);
  const activation = await find(context, secret);
  return activation ? page(await agreementPage(pageContext, activation)) : missingPage(pageContext);
}

async function submit(context: AppContext, request: Request, secret: string): Promise<Response> {
  const activation = await find(context, secret);
  const form = await readForm(request);
  const pageContext = readPageContext(context, request, form);
  if (!activation) return missingPage(pageContext);
  const { decision, reason } = readDecision(form);
  await decide(context.db, activation, decision, reason);
  // Redirects, so that reloading the page does not submit the decision again.
  const location = linkTo(pageContext, `/sandbox/agreement/${secret}`);
  return new Response(null, { status: 303, headers: { location } });
}

async function find({ db }: AppContext, secret: string): Promise<Activation | undefined> {
  return /^[A-Za-z0-9_-]{24}$/.test(secret) ? findAgreement(db, secret) : undefined;
}

function readDecision(form: URLSearchParams): { decision: Decision; reason: string | undefined } {
  const decision = form.get('decision');
  if (decision !== 'accepted' && decision !== 'rejected')
    throw new ApiError(400, 'Parameter decision must be accepted or rejected.');
  const reason = (form.get('reason') ?? '')
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON);
  return { decision, reason: reason || undefined };
}

function agreementPage(pageContext: PageContext, activation: Activation): Promise<string> {
  const { agreement } = pageContext.language.texts;
  const { merchantName, fiat, decision } = activation;
  return layout(
    pageContext,
    agreement.title,
    html`${backLink(pageContext)}
      <h1>${agreement.heading(fiat)}</h1>
      <p>${agreement.request(merchantName, fiat)} ${fiat === 'EUR' ? agreement.alsoUsd : ''}</p>
      ${decision === null ? '' : decided(pageContext, activation, decision)}
      ${decision === 'accepted' ? '' : choices(pageContext, activation)}`,
  );
}

function decided(pageContext: PageContext, activation: Activation, decision: Decision): Markup {
  const { agreement } = pageContext.language.texts;
  const { failReason } = activation;
  const hasReason = decision === 'rejected' && failReason !== null && failReason !== REJECTED;
  return html`<p class="decision ${decision}" role="status">
      ${agreement[decision]} ${hasReason ? agreement.because(failReason) : ''}
    </p>
    ${callbackLink(pageContext, activation)}`;
}

// Two forms, because the Enter key in the reason must not accept the agreement.
function choices({ kept, language }: PageContext, { secret, decision }: Activation): Markup {
  const { accept, reject, reason, optional } = language.texts.agreement;
  const action = `/sandbox/agreement/${secret}`;
  const look = decision === null ? 'primary' : 'secondary';
  return html`<form method="post" action="${action}">
      ${hidden(kept)}
      <button class="${look}" name="decision" value="accepted">${accept}</button>
    </form>
    ${
      decision === null
        ? html`<form method="post" action="${action}">
            ${hidden(kept)}
            <label for="reason">${reason} <span class="muted">${optional}</span></label>
            <input id="reason" name="reason" maxlength="${MAX_REASON}" autocomplete="off" />
            <button class="secondary" name="decision" value="rejected">${reject}</button>
          </form>`
        : ''
    }`;
}

// A link, not a redirect: the page must not open a URL of the merchant's choice without a click.
function callbackLink({ language }: PageContext, { callbackUri, merchantName }: Activation): Markup {
  return html`<p class="next">
    <a class="primary" href="${callbackUri}" rel="noreferrer">${language.texts.backTo(merchantName)}</a>
  </p>`;
}
