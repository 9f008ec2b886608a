/** Shows every view of the element under the page's policy, and posts the violations to the test. */
import { METHODS } from '../../src/core/methods.js';
import '../../src/index.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
);
const errors: string[] = [];
addEventListener('error', ({ message }) => errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

async function show(properties: Partial<DepositSlip>): Promise<string> {
  const slip = document.createElement('deposit-slip');
  Object.assign(slip, properties);
  document.body.append(slip);
  await slip.updateComplete;
  const isDrawn = (): boolean =>
    slip.shadowRoot!.querySelector('[part="qr"][data-drawn] :is(path, canvas)') !== null;
  while ((slip.slip?.code || slip.slip?.picture) && !isDrawn()) await frame();
  slip.shadowRoot!.querySelector<HTMLElement>('[part="copy"]')?.click();
  await frame();
  if (slip.status === 'ready') {
    slip.markArrived({ amount: '1.00', fiat: slip.slip?.fiat ?? 'MXN' });
    await slip.updateComplete;
  }
  const { status } = slip;
  slip.remove();
  return status;
}

const MERCHANT = { merchantName: 'Tienda Sol', contact: 'mailto:help@shop.example' };
const statuses = new Set<string>();
for (const theme of ['light', 'dark'] as const) {
  for (const { id, fiat, sample, hasTxId } of METHODS) {
    const answer = {
      code: 200,
      test: true,
      data: { fiat, fieldList: sample, ...(hasTxId && { txId: '1' }) },
    };
    statuses.add(await show({ theme, paymentId: String(id), answer, watch: true, ...MERCHANT }));
  }
  const picture = document.createElement('canvas').toDataURL();
  statuses.add(
    await show({ theme, paymentId: '137', answer: { fiat: 'ARS', fieldList: { qrCode: picture } } }),
  );
  statuses.add(await show({ theme, paymentId: '9', answer: { fieldList: { Other: '1' } } }));
  statuses.add(
    await show({
      theme,
      paymentId: '105',
      answer: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '1' } },
      ...MERCHANT,
    }),
  );
  statuses.add(await show({ theme, paymentId: '95', endpoint: '/none' }));
  statuses.add(await show({ theme, paymentId: '95 105', endpoint: '/none' }));
  statuses.add(await show({ theme, paymentId: '105', endpoint: '/none' }));
  statuses.add(await show({ theme, paymentId: '105', answer: {} }));
}
// Proves that the policy is in force and that the page sees its violations.
const canary = 'http://canary.invalid/';
const image = document.createElement('img');
image.src = canary;
while (!violations.some((violation) => violation.includes(canary))) await frame();
parent.postMessage(
  {
    violations: violations.filter((violation) => !violation.includes(canary)),
    errors,
    statuses: [...statuses],
  },
  '*',
);
