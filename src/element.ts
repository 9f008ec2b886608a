/** The element's class, registered by nobody yet: call `define()`. */
export { define } from './define.js';
export { DepositSlip } from './widget/deposit-slip.js';
export * from './widget/events.js';
export type { CopyOutcome } from './widget/clipboard.js';
export type { Messages, PartialMessages } from './widget/i18n/shape.js';
export type { Slip } from './core/slip.js';
export type { Problem } from './core/problem.js';
