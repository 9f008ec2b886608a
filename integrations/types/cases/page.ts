import 'deposit-slip';
import { DepositReadyEvent, define, type DepositSlipEventMap } from 'deposit-slip/element';
import type { SvelteHTMLElements } from 'svelte/elements';
import type {} from 'deposit-slip/svelte';

const slip = document.querySelector('deposit-slip')!;
slip.addEventListener('deposit-arrived', ({ deposits }) => console.log(slip.status, deposits[0]?.amount));
document.addEventListener('deposit-copy', ({ key, outcome }) => console.log(key, outcome));
window.addEventListener('deposit-problem', ({ problem }) => console.log(problem.kind));
define('shop-deposit');

export const name: keyof DepositSlipEventMap = 'deposit-ready';
export const isReady = (event: Event): event is DepositReadyEvent => event instanceof DepositReadyEvent;

// @ts-expect-error: The status cannot be set.
slip.status = 'ready';
// @ts-expect-error: The event has no such field.
slip.addEventListener('deposit-ready', ({ deposits }) => console.log(deposits));

type SvelteSlip = SvelteHTMLElements['deposit-slip'];
export const svelte: SvelteSlip = { 'payment-id': '90', answer: undefined, class: 'slip' };
// @ts-expect-error: There is no such property.
export const unknown: SvelteSlip = { payment: '90' };
// @ts-expect-error: There is no such theme.
export const theme: SvelteSlip = { theme: 'blue' };
// @ts-expect-error: The event has no such field.
export const field: SvelteSlip = { 'ondeposit-ready': ({ deposits }) => console.log(deposits) };
