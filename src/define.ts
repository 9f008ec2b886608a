import { DepositSlip } from './widget/deposit-slip/deposit-slip.js';

/**
 * Registers the element under `tag`. A tag that is taken stays as it is, with one console warning if what holds it is
 * not ours: a second copy on the page must never break the first.
 */
export function define(tag = 'deposit-slip', registry: CustomElementRegistry = customElements): void {
  const held = registry.get(tag);
  if (held === undefined) {
    // One constructor can hold one name in a registry: another name takes a class of its own.
    registry.define(tag, class extends DepositSlip {});
  } else if (!('markArrived' in held.prototype)) {
    console.warn(`<${tag}> is taken by another element; deposit-slip was not registered under it.`);
  }
}
