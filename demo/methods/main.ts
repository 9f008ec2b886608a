/** Adds a link to every slip of the page that pays it in the simulator. */
import type { DepositSlip } from 'deposit-slip/element';
import { payeeAddress } from '../phone/address.js';
import { startTheme } from '../site/theme.js';

const pay = document.querySelector<HTMLElement>('.grid')!.dataset['pay']!;

startTheme();
document.addEventListener('deposit-ready', ({ target, slip }) => {
  const href = payeeAddress(slip, document.documentElement.lang);
  const place = placeOf(target as DepositSlip);
  place.replaceChildren();
  if (href === undefined) return;
  const properties = { textContent: pay, href, target: '_blank' };
  place.append(Object.assign(document.createElement('a'), properties));
});
for (const name of ['deposit-problem', 'deposit-arrived', 'deposit-method'])
  document.addEventListener(name, ({ target }) => placeOf(target as DepositSlip).replaceChildren());

function placeOf(slip: DepositSlip): Element {
  return slip.parentElement!.querySelector('.pay')!;
}
