/** The element's class, registered by nobody yet: call `define()`. */
export { define } from './define.js';
export { DepositSlip } from './widget/deposit-slip/deposit-slip.js';
export * from './widget/deposit-slip/events.js';
export type { CopyOutcome } from './widget/shared/clipboard.js';
export type { Messages, PartialMessages } from './widget/shared/i18n/types.js';
export type { Slip } from './core/reader/slip.js';
export type { Problem } from './core/problem.js';
