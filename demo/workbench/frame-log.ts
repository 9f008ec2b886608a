import type { DepositSlipEventMap } from 'deposit-slip/element';
import type { DepositHistoryEventMap } from 'deposit-slip/history';
import type { LoggedRequest } from './messages.js';

/** Every event of the elements. An event without a line here is a type error. */
export const EVENTS = Object.keys({
  'deposit-ready': true,
  'deposit-problem': true,
  'deposit-method': true,
  'deposit-amount': true,
  'deposit-copy': true,
  'deposit-link': true,
  'deposit-warning': true,
  'deposit-arrived': true,
  'deposit-change': true,
  'deposit-list': true,
  'deposit-open': true,
} satisfies Record<keyof DepositSlipEventMap | keyof DepositHistoryEventMap, true>);

export function timeNow(): string {
  return new Date().toISOString().slice(11, 23);
}

export function fieldsOf(event: Event): string {
  // `isTrusted` is an own property of every event.
  const fields = Object.entries(event).filter(([key]) => key !== 'isTrusted');
  return JSON.stringify(Object.fromEntries(fields));
}

/** Records every request of the page, without its headers: they may hold a session. */
export function recordRequests(report: (request: LoggedRequest) => void): void {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const time = timeNow();
    const started = performance.now();
    const tell = (status: number): void =>
      report({
        type: 'request',
        time,
        method: request.method,
        path: pathname + search,
        status,
        milliseconds: Math.round(performance.now() - started),
      });
    try {
      const response = await send(input, init);
      tell(response.status);
      return response;
    } catch (error) {
      tell(0);
      throw error;
    }
  };
}
