import { DepositSlip } from './widget/deposit-slip/deposit-slip.js';
import { defineElement } from './widget/shared/define-element.js';

/** Registers `<deposit-slip>`, or the same element under another tag. Does nothing but warn if another element has the tag. */
export function define(tag = DepositSlip.tag, registry: CustomElementRegistry = customElements): void {
  defineElement(DepositSlip, tag, registry);
}
