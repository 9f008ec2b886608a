import { DepositSlip } from './widget/deposit-slip/deposit-slip.js';
import { defineElement } from './widget/shared/define-element.js';

/**
 * Registers `<deposit-slip>`, or the same element under another tag. A tag that is already defined stays
 * unchanged, with a console warning if another element holds it. On a server this does nothing.
 */
export function define(
  tag = DepositSlip.tag,
  registry: CustomElementRegistry = globalThis.customElements,
): void {
  defineElement(DepositSlip, tag, registry);
}
