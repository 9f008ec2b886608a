/**
 * A merchant's single-page app: the element comes from the npm package, under a tag of the app's own, into views that
 * come and go without the page ever loading again.
 */
import type { DepositSlip, DepositSlipEventMap } from 'deposit-slip/element';
import { html, nothing, render, type TemplateResult } from 'lit';
import { startRouter } from './router.js';
import { ORDER_WORDS, createSlip, fetchAnswer, getSession } from './slips.js';

interface Route {
  readonly title: string;
  readonly view: () => TemplateResult;
}

const ROUTES = new Map<string, Route>([
  ['/spa', { title: 'Wallet', view: walletView }],
  ['/spa/deposit', { title: 'Add money', view: depositView }],
  ['/spa/order', { title: 'Order 1042', view: orderView }],
]);
const NOWHERE: Route = {
  title: 'Not found',
  view: () => html`<p>There is nothing at this address. <a href="/spa">To the wallet</a></p>`,
};

const app = document.querySelector<HTMLElement>('#app')!;
const arrivals: string[] = [];
const activity: string[] = [];
/** Lives as long as the app: a payer who comes back to the view finds the code they may have paid by now. */
let topUp: DepositSlip | undefined;
let isInDrawer = false;
/** Made anew for each visit of its view. */
let payment: DepositSlip | undefined;
let path = '';

listen('deposit-ready', ({ slip }) => note(`Slip on show: ${slip.method?.slug ?? slip.title ?? 'other'}`));
listen('deposit-problem', ({ problem }) => note(`Problem: ${problem.kind}`));
listen('deposit-copy', ({ kind, outcome }) => note(`${kind} ${outcome}`));
listen('deposit-arrived', ({ deposits }) => {
  arrivals.push(...deposits.map(({ amount, fiat }) => `${amount} ${fiat}`));
  note('The deposit arrived');
});
startRouter('/spa', go);

function go(to: string): void {
  const isFirst = path === '';
  path = to;
  payment = undefined;
  if (to === '/spa/order') void openOrder();
  draw();
  // As after a page load, reading begins at the top; the first one is the browser's own.
  if (!isFirst) document.querySelector<HTMLElement>('h1')?.focus();
}

function draw(): void {
  const { title, view } = ROUTES.get(path) ?? NOWHERE;
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
      <aside class="activity" aria-labelledby="heard">
        <h2 id="heard">What the app heard</h2>
        ${
          activity.length === 0
            ? html`<p>Nothing yet.</p>`
            : html`<ol>
                ${activity.map((line) => html`<li>${line}</li>`)}
              </ol>`
        }
      </aside>`,
    app,
  );
}

function walletView(): TemplateResult {
  return html`<p class="lede">
      The element lives in views that come and go: leave it and come back, it asks nothing twice.
    </p>
    ${
      arrivals.length === 0
        ? html`<p>No deposit arrived yet. <a href="/spa/deposit">Add money</a></p>`
        : html`<ul class="arrivals">
            ${arrivals.map((line) => html`<li>${line} arrived</li>`)}
          </ul>`
    }`;
}

function depositView(): TemplateResult {
  topUp ??= createSlip({ endpoint: '/deposit', paymentId: '90', watch: true, getSession });
  return html`<p>
      <button type="button" class="move" @click=${move}>
        ${isInDrawer ? 'Back onto the page' : 'Into the drawer'}
      </button>
    </p>
    <div class="places">
      <div class="on-page">
        ${isInDrawer ? html`<p>The slip is in the drawer beside this text.</p>` : topUp}
      </div>
      ${
        isInDrawer
          ? html`<aside class="drawer">
              <p class="title">Add money</p>
              ${topUp}
            </aside>`
          : nothing
      }
    </div>`;
}

function orderView(): TemplateResult {
  return html`<p class="lede">The app asked its own back end and gives the element the answer.</p>
    ${payment ?? html`<p>Asking for the details of your order…</p>`}`;
}

async function openOrder(): Promise<void> {
  const answer = await fetchAnswer(105, 'MXN');
  if (path !== '/spa/order') return;
  payment = createSlip({ messages: ORDER_WORDS, answer });
  draw();
}

function move(): void {
  isInDrawer = !isInDrawer;
  draw();
}

/** Events bubble out of every element, whatever its tag: one listener serves the whole app. */
function listen<Name extends keyof DepositSlipEventMap>(
  name: Name,
  hear: (event: DepositSlipEventMap[Name]) => void,
): void {
  app.addEventListener(name, (event) => hear(event as DepositSlipEventMap[Name]));
}

function note(line: string): void {
  activity.unshift(line);
  draw();
}
