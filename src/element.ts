/** Exports the element's class with English texts, without registering it: call `define()`. */
export { define } from './define.js';
export { DepositSlip } from './widget/deposit-slip/deposit-slip.js';
export type {
  DepositSlipAttributes,
  DepositSlipListeners,
  DepositSlipProperties,
} from './widget/deposit-slip/properties.js';
export * from './widget/deposit-slip/events.js';
export { registerLocale } from './widget/shared/i18n/registry.js';
export type { CopyOutcome } from './widget/shared/clipboard.js';
export type { Messages, PartialMessages } from './widget/shared/i18n/types.js';
export type { Slip } from './core/reader/slip.js';
export type { Problem } from './core/problem.js';
