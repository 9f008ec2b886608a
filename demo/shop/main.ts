/** The shop's own script, as a merchant would write it: the country, and the order that turns to paid. */
import { startPhone } from '../phone/phone.js';
import { startTheme } from '../site/theme.js';
import type { OrderState } from './page.js';

const main = document.querySelector('main')!;
const country = document.querySelector<HTMLSelectElement>('#country')!;

startTheme();
startPhone();
country.addEventListener('change', () => country.form!.submit());

// The server knows what arrived: the kit has told it.
document.addEventListener('deposit-arrived', () => void showOrder());

async function showOrder(): Promise<void> {
  const answer = await fetch('/orders/latest', { cache: 'no-store' });
  if (!answer.ok) return;
  const { state, paidAt, part } = (await answer.json()) as OrderState;
  document.querySelector('#paid-at')!.textContent = paidAt;
  document.querySelector('.part')!.textContent = part;
  main.dataset['state'] = state;
}
