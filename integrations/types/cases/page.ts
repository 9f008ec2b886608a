import 'deposit-slip';
import { DepositReadyEvent, define, type DepositSlipEventMap } from 'deposit-slip/element';
import { DepositOpenEvent, defineHistory, type DepositHistoryEventMap } from 'deposit-slip/history';
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

const history = document.querySelector('deposit-history')!;
history.addEventListener('deposit-list', ({ arrived }) => console.log(history.status, arrived[0]?.txId));
document.addEventListener('deposit-open', ({ amount }) => console.log(amount));
defineHistory('shop-history');

export const list: keyof DepositHistoryEventMap = 'deposit-list';
export const isOpen = (event: Event): event is DepositOpenEvent => event instanceof DepositOpenEvent;

// @ts-expect-error: The deposits cannot be set.
history.deposits = [];
// @ts-expect-error: A slip has no limit.
slip.limit = 5;

type SvelteHistory = SvelteHTMLElements['deposit-history'];
export const svelteHistory: SvelteHistory = {
  limit: 5,
  messages: { history: { title: 'Top-ups' } },
  getSession: async () => 'token',
  'ondeposit-open': (event) => console.log(event.paymentId, event.preventDefault()),
};
// @ts-expect-error: The history has no method to choose.
export const historyMethod: SvelteHistory = { 'payment-id': '90' };
// @ts-expect-error: There is no such event.
export const historyEvent: SvelteHistory = { 'ondeposit-opened': () => console.log() };
// @ts-expect-error: The event has no such field.
export const historyField: SvelteHistory = { 'ondeposit-list': ({ paymentId }) => console.log(paymentId) };
