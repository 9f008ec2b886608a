/** The shop's own script, as a merchant would write it: the country, and the order that changes to paid. */
import { startPhone } from '../phone/phone.js';
import { startTheme } from '../site/theme.js';
import { timeOf } from '../site/clock.js';
import type { OrderState } from './order-state.js';

/** Milliseconds between two checks of the order. */
const INTERVAL = 2_000;

const main = document.querySelector('main')!;
const country = document.querySelector<HTMLSelectElement>('#country')!;

startTheme();
for (const time of document.querySelectorAll<HTMLElement>('[data-at]'))
  time.textContent = timeOf(document.documentElement.lang, Number(time.dataset['at']));
startPhone();
country.addEventListener('change', () => country.form!.submit());

// On a narrow screen the order is folded to one line, so that the payment is visible.
const fold = document.querySelector<HTMLElement>('.fold')!;
fold.addEventListener('click', () => {
  const isOpen = fold.getAttribute('aria-expanded') === 'true';
  fold.setAttribute('aria-expanded', String(!isOpen));
});

// The server knows the deposits, because the kit reports them, even if the order was paid or refunded
// elsewhere.
for (const name of ['deposit-arrived', 'deposit-change'])
  document.addEventListener(name, () => void showOrder(true));
setInterval(() => document.hidden || void showOrder(false), INTERVAL);

/** The state of the order at the last check. */
let last: string | undefined;

/**
 * `isShown`: the slip already shows the same. Otherwise the slip is asked to poll, and has until this page's
 * next check to show it.
 */
async function showOrder(isShown: boolean): Promise<void> {
  const response = await fetch(`/orders/${main.dataset['order']}/state`, { cache: 'no-store' }).catch(
    () => undefined,
  );
  if (!response?.ok) return;
  const text = await response.text();
  const isNew = last !== undefined && last !== text;
  last = text;
  if (isNew && !isShown) return document.querySelector('deposit-slip')?.check();
  const { state, paidAt, account, missing, hasArrived } = JSON.parse(text) as OrderState;
  main.dataset['state'] = state;
  main.toggleAttribute('data-arrived', hasArrived);
  if (paidAt !== undefined) setText('#paid-at', timeOf(document.documentElement.lang, paidAt));
  setText('.missing', missing);
  setText('.account', account);
}

/** Unchanged text is not announced again. */
function setText(selector: string, text: string): void {
  const place = document.querySelector(selector)!;
  if (place.textContent !== text) place.textContent = text;
}
