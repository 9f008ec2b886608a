import { html } from 'hono/html';
import { Hono } from 'hono';
import type { AppContext } from '../app-context.js';
import { ApiError, notFound } from '../http/api-error.js';
import { readForm } from '../http/body.js';
import { decide, findAgreement, type Activation, type Decision } from '../ledger/activations.js';
import { guard } from './guard.js';
import { layout, page } from './page.js';

/** The maximum length of a reason, as in the control API. */
const MAX_REASON = 200;

/** The page of a `verifyLink`, where a merchant accepts or rejects an agreement. */
export function agreementRoutes(context: AppContext): Hono {
  const app = new Hono();
  app.use('/sandbox/agreement/*', guard);
  app.get('/sandbox/agreement/:secret', async (c) =>
    page(await show(await find(context, c.req.param('secret')))),
  );
  app.post('/sandbox/agreement/:secret', async (c) => {
    const activation = await find(context, c.req.param('secret'));
    const { decision, reason } = readDecision(await readForm(c.req.raw));
    await decide(context.db, activation, decision, reason);
    // Redirect, so that reloading the page does not submit the decision again.
    return new Response(null, { status: 303, headers: { location: new URL(c.req.url).pathname } });
  });
  return app;
}

async function find({ db }: AppContext, secret: string): Promise<Activation> {
  const activation = /^[A-Za-z0-9_-]{24}$/.test(secret) ? await findAgreement(db, secret) : undefined;
  if (!activation) throw notFound('Agreement', secret.slice(0, 40));
  return activation;
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

function show(activation: Activation): Promise<string> {
  const { merchantName, fiat, decision, failReason } = activation;
  const reason = decision === 'rejected' && failReason !== null ? html`<br />${failReason}` : '';
  return layout(
    'Agreement',
    html`<h1>Open a ${fiat} account</h1>
      <p>${merchantName} asks for a ${fiat} account${fiat === 'EUR' ? ', which accepts USD too' : ''}.</p>
      ${decision === null ? '' : html`<p role="status">You have ${decision} the agreement.${reason}</p>`}
      ${decision === 'accepted' ? '' : choices(activation)} ${decision === null ? '' : backLink(activation)}`,
  );
}

// Two forms, because the Enter key in the reason must not accept the agreement.
function choices({ secret, decision }: Activation) {
  const action = `/sandbox/agreement/${secret}`;
  return html`<form method="post" action="${action}">
      <button name="decision" value="accepted">Accept</button>
    </form>
    ${
      decision === 'rejected'
        ? ''
        : html`<form method="post" action="${action}">
            <label for="reason">Reason <span class="quiet">(optional)</span></label>
            <input id="reason" name="reason" maxlength="${MAX_REASON}" autocomplete="off" />
            <button name="decision" value="rejected">Reject</button>
          </form>`
    }`;
}

// A link, not a redirect: the page must not lead to a URL chosen by the merchant without a click.
function backLink({ callbackUri, merchantName }: Activation) {
  return html`<p><a href="${callbackUri}" rel="noreferrer">Back to ${merchantName}</a></p>`;
}
