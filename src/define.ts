import { DepositSlip } from './widget/deposit-slip/deposit-slip.js';
import { defineElement } from './widget/shared/define-element.js';

/** Registers `<deposit-slip>`, or the same element under another tag. A tag that is already defined stays unchanged, with a console warning if another element holds it. */
export function define(tag = DepositSlip.tag, registry: CustomElementRegistry = customElements): void {
  defineElement(DepositSlip, tag, registry);
}
