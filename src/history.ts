/** Registers `<deposit-history>` and every shipped locale, and exports the element's class and events. */
import './widget/all-locales.js';
import './widget/deposit-history/all-locales.js';
import { DepositHistory } from './widget/deposit-history/deposit-history.js';
import { defineElement } from './widget/shared/define-element.js';

export { DepositHistory };
export type {
  DepositHistoryAttributes,
  DepositHistoryListeners,
  DepositHistoryProperties,
} from './widget/deposit-history/properties.js';
export * from './widget/deposit-history/events.js';
export {
  registerHistoryLocale,
  type HistoryMessages,
  type PartialHistoryMessages,
} from './widget/deposit-history/messages.js';
export { registerLocale } from './widget/shared/i18n/registry.js';
export type { HistoryDeposit, HistoryStatus } from './core/reader/history.js';
export type { Problem } from './core/problem.js';

/**
 * Registers `<deposit-history>`, or the same element under another tag. A tag that is already defined stays
 * unchanged, with a console warning if another element holds it. On a server this does nothing.
 */
export function defineHistory(
  tag = DepositHistory.tag,
  registry: CustomElementRegistry = globalThis.customElements,
): void {
  defineElement(DepositHistory, tag, registry);
}

defineHistory();

declare global {
  interface HTMLElementTagNameMap {
    'deposit-history': DepositHistory;
  }
}
