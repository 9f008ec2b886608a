/** Adds to every slip of the sandbox a link that pays it in the simulator. */
import type { DepositSlip } from 'deposit-slip/element';
import { simulatorAddress } from './address.js';

const sandbox = document.querySelector<HTMLMetaElement>('meta[name="sandbox"]')!.content;

document.addEventListener('deposit-ready', (event) => {
  const target = event.target as DepositSlip;
  const { slip } = event;
  // Other slips are samples that the sandbox did not issue.
  if (!target.endpoint?.endsWith('/deposit')) return;
  const address = (): string | undefined =>
    simulatorAddress(sandbox, slip, target.lang || document.documentElement.lang);
  showLink(target, address);
});
for (const name of ['deposit-problem', 'deposit-arrived', 'deposit-method'])
  document.addEventListener(name, ({ target }) => placeOf(target as DepositSlip)?.replaceChildren());

function showLink(slip: DepositSlip, address: () => string | undefined): void {
  const href = address();
  const place = placeOf(slip) ?? addPlace(slip);
  place.replaceChildren();
  if (href === undefined) return;
  const properties = { textContent: 'Pay in the simulator', href, target: '_blank', rel: 'noopener' };
  const link = Object.assign(document.createElement('a'), properties);
  // The language and the address of this page may have changed since.
  link.addEventListener('click', () => (link.href = address() ?? href));
  place.append(link);
}

function placeOf(slip: DepositSlip): Element | null | undefined {
  return slip.parentElement?.querySelector(':scope > .pay');
}

function addPlace(slip: DepositSlip): Element {
  const place = Object.assign(document.createElement('p'), { className: 'pay' });
  slip.after(place);
  return place;
}
