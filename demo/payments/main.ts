/** The script of the page with the payments of an order. */
import { startTheme } from '../site/theme.js';

startTheme();

// Awaited deposits are paid at the checkout.
document.addEventListener('deposit-open', (event) => {
  event.preventDefault();
  location.assign(document.querySelector<HTMLAnchorElement>('.back')!.href);
});
