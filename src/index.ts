/** Registers `<deposit-slip>` and every shipped locale, and exports what `deposit-slip/element` exports. */
import './widget/all-locales.js';
import { define } from './define.js';
import type { DepositSlip } from './widget/deposit-slip/deposit-slip.js';

export * from './element.js';

define();

declare global {
  interface HTMLElementTagNameMap {
    'deposit-slip': DepositSlip;
  }
}
