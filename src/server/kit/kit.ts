import type { Grant } from './grant.js';
import { createHandler } from './http/handler.js';
import { createGetHistory } from './history.js';
import { readOptions, type Authentication, type DepositKitOptions } from './options.js';
import { createLookUp } from './payments/lookup.js';
import { Background, type FollowOptions, type Health } from './payments/background.js';
import { Outbox } from './payments/outbox.js';
import { DepositReader } from './payments/reading.js';
import { createGetSlip } from './slips/get-slip.js';
import { guardRecords } from './store/guarded.js';
import { createUpstream } from './upstream.js';

/**
 * Handles a request to the merchant's deposit endpoint. Never rejects: a failure becomes a response too. The
 * `context` is passed to `authorize` and `key` unchanged; it is required if one of them declares its type.
 */
export interface DepositKit<Context = unknown> {
  (
    request: Request,
    ...context: unknown extends Context ? [context?: Context] : [context: Context]
  ): Promise<Response>;
  /**
   * Reads deposits (spec: operation 7) and calls hooks even while no page is open, for every merchant for
   * which a slip was issued: every few seconds after a slip, and less often as the slip ages, for
   * `watchDays`. Run it in your server, in one copy or in all: the copies share the work. Resolves once
   * `signal` aborts and pending work has ended. Never rejects.
   */
  follow(options?: FollowOptions): Promise<void>;
  /**
   * Does one round of the work of `follow`: reads the deposits that are due, calls the waiting hooks, and
   * deletes data older than `keep`. For a cron job on platforms where nothing runs for long; it takes at most
   * a minute. Rejects if the store fails.
   */
  tick(): Promise<void>;
  /**
   * Closes a grant: you cancelled the order, or accept the amount that was paid. Its pages get no more slips.
   * Hooks are still called for its deposits. Rejects if the store fails.
   */
  close(grant: Pick<Grant, 'merchantId' | 'id'>): Promise<void>;
  /** The state of reading and of hooks. Rejects if the store fails. */
  health(): Promise<Health>;
}

/**
 * Creates the endpoint that `<deposit-slip>` calls: one handler from `Request` to `Response`, mounted at one
 * URL.
 *
 * - `GET /deposit`: the slip if the grant has one method and the payer has no amount to enter, else
 *   `data: {methods, last}`, where `last` is the payer's last choice, if there is one.
 * - `?paymentId=90&fiat=BRL&amount=150.00`: the API's envelope with cleaned pending-fund data. Beside `data`
 *   it has `paymentId`, `fiat`, `amount` if there is one (the remaining part of a fixed amount), `arrival` if
 *   the deposit can be tracked, `payment` (`Payment`), `checked` (when deposits were last read), and `test`.
 *   If the grant fixes no amount and a deposit arrived, it has `previous: {amount, fiat, createTime}`, and
 *   the slip is for the next deposit.
 * - `&refresh=1`: a new slip in place of the current one.
 * - When a fixed amount is paid, the response has `data: {status: 'arrived', deposits}` instead of a slip or
 *   a list.
 * - `?arrival=<token>`:
 *   `data: {status: 'waiting' | 'arrived', deposits: [{txId, amount, fiat, createTime}], payment, checked}`
 *   for the whole payment, whichever code was used to pay it.
 * - `?history=1`:
 *   `data: {deposits: [{id, txId, paymentId, fiat, amount, createTime, status}], next, checked}`: the payer's
 *   deposits and the awaited ones, newest first; `&before=<next>` gets the next page.
 *
 * Errors are `{code, msg, data: null, requestId, kind}`. Everything but these parameters comes from the
 * grant. Pages of the origins in `allowedOrigins` may call the endpoint, preflights included; all other
 * origins are rejected.
 *
 * Throws an Error that names every invalid option. See docs/back-end.md.
 */
export function createDepositKit<Context = unknown>(
  options: DepositKitOptions<Context> & Authentication<Context>,
): DepositKit<Context> {
  const settings = readOptions(options);
  const records = guardRecords(settings.store.open(settings.scope), settings.logger);
  const upstream = createUpstream(settings);
  const outbox = new Outbox(settings, records);
  const deliver = (): void => void outbox.start().catch(() => undefined);
  const reader = new DepositReader(settings, {
    records,
    upstream,
    pace: () => settings.tokens.pace(),
    deliver,
  });
  const hasSessions = settings.session !== undefined;
  const lookUp = createLookUp({ records, reader, deliver: outbox.deliver, hasSessions });
  const handle = createHandler(settings, {
    getSlip: createGetSlip(settings, { records, upstream, lookUp }),
    getHistory: createGetHistory(settings, records, lookUp),
    lookUp,
  });
  const background = new Background(settings, { records, reader, outbox });
  return Object.assign(handle, {
    follow: (followOptions?: FollowOptions) => background.follow(followOptions),
    tick: () => background.tick(),
    health: () => background.health(),
    close: ({ merchantId, id }: Pick<Grant, 'merchantId' | 'id'>) => records.close(String(merchantId), id),
  });
}
