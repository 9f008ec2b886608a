/** Requests, and responses of Node, whose response or failure a fault of the sandbox's user made. */
const injected = new WeakSet<object>();

/** Notes that a fault affects a request, or the response that is sent to it. */
export function markInjected(exchange: object): void {
  injected.add(exchange);
}

/** Whether a fault affected a request, or the response that is sent to it. */
export function isInjected(exchange: object): boolean {
  return injected.has(exchange);
}
