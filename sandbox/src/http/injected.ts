/** Requests and Node's responses that a fault affected. */
const injected = new WeakSet<object>();

/** Notes that a fault affects a request, or the response that is sent to it. */
export function markInjected(exchange: object): void {
  injected.add(exchange);
}

/** Whether a fault affected a request, or the response that is sent to it. */
export function isInjected(exchange: object): boolean {
  return injected.has(exchange);
}
