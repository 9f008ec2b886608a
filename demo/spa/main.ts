/**
 * A merchant's single-page app: it imports the element from the npm package, defines it under a tag name of its own, and
 * moves it between views.
 */
import type { DepositSlip, DepositSlipEventMap } from 'deposit-slip/element';
import { html, nothing, render, type TemplateResult } from 'lit';
import { simulatorAddress } from '../simulator/address.js';
import { startRouter } from './router.js';
import type { DepositHistory, DepositHistoryEventMap } from 'deposit-slip/history';
import { ORDER_MESSAGES, createHistory, createSlip, fetchAnswer, getSession } from './slips.js';

type EventMap = DepositSlipEventMap & DepositHistoryEventMap;

interface Route {
  readonly title: string;
  readonly view: () => TemplateResult;
}

const ROUTES = new Map<string, Route>([
  ['/spa', { title: 'Wallet', view: walletView }],
  ['/spa/deposit', { title: 'Add money', view: depositView }],
  ['/spa/order', { title: 'Order 1042', view: orderView }],
]);
const NOT_FOUND: Route = {
  title: 'Not found',
  view: () => html`<p>There is nothing at this address. <a href="/spa">Go to the wallet</a></p>`,
};

const app = document.querySelector<HTMLElement>('#app')!;
const sandbox = document.querySelector<HTMLMetaElement>('meta[name="sandbox"]')!.content;
const activity: string[] = [];
/** Both are kept as long as the app runs, so that a payer who returns to a view finds it as it was. */
let topUp: DepositSlip | undefined;
let deposits: DepositHistory | undefined;
let isInDrawer = false;
/** Created each time its view opens. */
let payment: DepositSlip | undefined;
let path = '';

listen('deposit-ready', ({ slip }) => note(`Slip shown: ${slip.method?.slug ?? slip.title ?? 'other'}`));
listen('deposit-problem', ({ problem }) => note(`Problem: ${problem.kind}`));
listen('deposit-copy', ({ kind, outcome }) => note(`${kind} ${outcome}`));
listen('deposit-arrived', () => note('The deposit arrived'));
listen('deposit-list', ({ arrived }) => {
  for (const { amount, fiat } of arrived) note(`${amount} ${fiat} arrived`);
});
// The slip stands in a view of its own.
listen('deposit-open', (event) => {
  event.preventDefault();
  const slip = openTopUp();
  if (slip.slip?.txId !== event.txId) slip.chooseMethod(event.paymentId, event.amount);
  history.pushState(null, '', '/spa/deposit');
  go('/spa/deposit');
});
startRouter('/spa', go);

function go(to: string): void {
  const isFirst = path === '';
  path = to;
  payment = undefined;
  if (to === '/spa/order') void openOrder();
  draw();
  // Move the focus to the heading, as after a page load; the browser does that itself for the first page.
  if (!isFirst) document.querySelector<HTMLElement>('h1')?.focus();
}

function draw(): void {
  const { title, view } = ROUTES.get(path) ?? NOT_FOUND;
  document.title = `${title} · Sol Wallet`;
  render(
    html`<nav class="tabs" aria-label="Wallet">
        ${[...ROUTES].map(
          ([href, route]) =>
            html`<a href=${href} aria-current=${href === path ? 'page' : nothing}>${route.title}</a>`,
        )}
      </nav>
      <main>
        <h1 tabindex="-1">${title}</h1>
        ${view()}
      </main>
      <aside class="activity" aria-labelledby="events">
        <h2 id="events">Events the app received</h2>
        ${
          activity.length === 0
            ? html`<p>No events yet.</p>`
            : html`<ol>
                ${activity.map((line) => html`<li>${line}</li>`)}
              </ol>`
        }
      </aside>`,
    app,
  );
}

function walletView(): TemplateResult {
  deposits ??= createHistory({ limit: 5, watch: true, getSession });
  return html`<p><a class="add" href="/spa/deposit">Add money</a></p>
    ${deposits}`;
}

function openTopUp(): DepositSlip {
  topUp ??= createSlip({ endpoint: '/wallet/deposit', paymentId: '90', watch: true, getSession });
  return topUp;
}

function depositView(): TemplateResult {
  const slip = openTopUp();
  return html`<p>
      <button type="button" class="move" @click=${move}>
        ${isInDrawer ? 'Move to the page' : 'Move to the drawer'}
      </button>
    </p>
    <div class="places">
      <div class="on-page">${isInDrawer ? html`<p>The slip is in the drawer.</p>` : slip}</div>
      ${
        isInDrawer
          ? html`<aside class="drawer">
              <p class="title">Add money</p>
              ${slip}
            </aside>`
          : nothing
      }
    </div>
    ${payLink(slip)}`;
}

/** A link that pays the slip in the simulator. */
function payLink({ slip, status }: DepositSlip): TemplateResult | typeof nothing {
  const address =
    slip && status === 'ready' ? simulatorAddress(sandbox, slip, document.documentElement.lang) : undefined;
  if (address === undefined) return nothing;
  return html`<p class="pay"><a href=${address} target="_blank" rel="noopener">Pay in the simulator</a></p>`;
}

function orderView(): TemplateResult {
  return html`<p class="lede">
      The app requested the slip from its own back end and set the element's <code>answer</code>.
    </p>
    ${payment ?? html`<p>Loading the details of your order…</p>`} ${payment && payLink(payment)}`;
}

async function openOrder(): Promise<void> {
  const answer = await fetchAnswer(105, 'MXN');
  if (path !== '/spa/order') return;
  payment = createSlip({ messages: ORDER_MESSAGES, answer });
  draw();
}

function move(): void {
  isInDrawer = !isInDrawer;
  draw();
}

/** Events bubble from every element, whatever its tag name, so one listener serves the whole app. */
function listen<Name extends keyof EventMap>(name: Name, onEvent: (event: EventMap[Name]) => void): void {
  app.addEventListener(name, (event) => onEvent(event as EventMap[Name]));
}

function note(line: string): void {
  activity.unshift(line);
  draw();
}
