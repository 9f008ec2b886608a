import type { ElementClass } from './define-element.js';
import { resolveEndpoint } from './endpoint.js';

/** An element of ours, from whatever file it comes. */
interface OfEndpoint extends HTMLElement {
  readonly endpoint?: string;
}

/** Whether a node is our element of a kind, whatever its tag, that sends its requests to an endpoint. */
export function isElementOf(
  tag: 'deposit-slip' | 'deposit-history',
  url: string,
  target: EventTarget | undefined,
): target is OfEndpoint {
  if (!(target instanceof HTMLElement)) return false;
  const { tag: kind } = target.constructor as Partial<ElementClass>;
  return kind === tag && resolveEndpoint((target as OfEndpoint).endpoint) === url;
}
