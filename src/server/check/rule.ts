import { isLoopback } from '../../core/links.js';
import { isProblem, type Problem } from '../../core/problem.js';
import { slipIn } from '../../core/reader/read-slip.js';
import type { Slip } from '../../core/reader/slip.js';
import {
  isReceipt,
  responseJson,
  exchangeName,
  openedOf,
  SLIP_PURPOSES,
  type Exchange,
  type Purpose,
} from './exchange.js';
import type { Settings } from './options.js';
import { offersOf } from './probes.js';

/** Everything a rule can read. */
export interface CheckContext {
  readonly settings: Settings;
  /** In the order of the requests. */
  readonly exchanges: readonly Exchange[];
}

/** The result of a rule. `skipped`: there was nothing to check. */
export interface Finding {
  readonly result: 'ok' | 'warning' | 'fail' | 'skipped';
  /**
   * The finding as a phrase without capital letter and full stop, because it follows the name of the rule.
   */
  readonly message: string;
  /** How to fix this particular finding, instead of the rule's `fix` and `see`. */
  readonly fix?: string;
}

/** The text of a rule. */
export interface RuleText {
  readonly name: string;
  /** What the endpoint must do. */
  readonly requirement: string;
  /** How to fix an endpoint that breaks the rule. */
  readonly fix: string;
  /** The section of a guide that says more, as a path of the package. */
  readonly see?: string;
}

/** A rule that an endpoint must follow. */
export interface Rule extends RuleText {
  /** Pure: the same responses give the same finding. */
  readonly check: (context: CheckContext) => Finding;
}

const finding =
  (result: Finding['result']) =>
  (message: string): Finding => ({ result, message });

export const ok = finding('ok');
export const warning = finding('warning');
export const fail = finding('fail');
export const skipped = finding('skipped');

/** The finding of a rule that has no response to check. */
export const NO_RESPONSE = skipped('no response to check');

/** The finding of a rule that has no slip to check. */
export const NO_SLIP = skipped('no slip to check');

/** The finding of a rule whose probe was not sent. */
const NOT_REQUESTED = skipped('not requested');

/** The finding of a rule whose probes got no response, or were not sent. */
export function withoutResponse({ exchanges }: CheckContext, purposes: readonly Purpose[]): Finding {
  return exchanges.some(({ probe }) => purposes.includes(probe.purpose)) ? NO_RESPONSE : NOT_REQUESTED;
}

/** The responses to probes of these purposes. */
export function exchangesFor(
  { exchanges }: CheckContext,
  ...purposes: readonly Purpose[]
): readonly Exchange[] {
  return exchanges.filter(({ probe, failure }) => !failure && purposes.includes(probe.purpose));
}

/** The status of the request without a payment id; undefined without a response. */
export function statusOfList(context: CheckContext): number | undefined {
  return exchangesFor(context, 'list')[0]?.status;
}

/** All responses. */
export function received({ exchanges }: CheckContext): readonly Exchange[] {
  return exchanges.filter(({ failure }) => !failure);
}

/** Returns what is wrong with a response; undefined if nothing is. */
export type IssueOf = (exchange: Exchange) => string | undefined;

/** Checks each response. Reports every issue once, with the requests it occurred in. */
export function checkEach(
  exchanges: readonly Exchange[],
  issueOf: IssueOf,
  { success, result = 'fail' }: { readonly success: string; readonly result?: 'fail' | 'warning' },
): Finding {
  if (exchanges.length === 0) return NO_RESPONSE;
  const issues = new Map<string, Set<string>>();
  for (const exchange of exchanges) {
    const issue = issueOf(exchange);
    if (issue !== undefined) issues.set(issue, (issues.get(issue) ?? new Set()).add(exchangeName(exchange)));
  }
  if (issues.size === 0) return ok(success);
  const parts = [...issues].slice(0, 3).map(([issue, names]) => `${issue} (${joinItems([...names])})`);
  return { result, message: joinItems([...parts, ...(issues.size > 3 ? ['…'] : [])], '; ') };
}

/** The first items of a list as text. */
export function joinItems(items: readonly string[], separator = ', '): string {
  const text = items.slice(0, 4).join(separator);
  return items.length > 4 ? `${text} and ${items.length - 4} more` : text;
}

/** A response read as the element would read it. */
export interface SlipReading {
  readonly exchange: Exchange;
  readonly json: unknown;
  readonly reading: Slip | Problem;
}

/** Responses to slip requests that say that the deposit arrived. */
export function receiptsOf(context: CheckContext): readonly Exchange[] {
  return exchangesFor(context, ...SLIP_PURPOSES).filter(isReceipt);
}

/**
 * The other responses to slip requests, as the element reads them, except those whose JSON or envelope the
 * element rejects.
 */
export function slipsOf(context: CheckContext): readonly SlipReading[] {
  return exchangesFor(context, ...SLIP_PURPOSES).flatMap((exchange) => {
    const opened = openedOf(exchange);
    if (!opened || isReceipt(exchange)) return [];
    if (exchange.probe.purpose === 'list' && offersOf(exchange)) return [];
    const reading = slipIn(opened, exchange.probe.request ?? {}, readerOptions(context));
    return [{ exchange, json: responseJson(exchange), reading }];
  });
}

/** The slips that the element would show. */
export function shownSlips(
  context: CheckContext,
): readonly { readonly exchange: Exchange; readonly slip: Slip }[] {
  return slipsOf(context).flatMap(({ exchange, reading }) =>
    isProblem(reading) ? [] : [{ exchange, slip: reading }],
  );
}

/** Checks each slip that the element would show. */
export function checkSlips(
  context: CheckContext,
  issueOf: (slip: Slip, exchange: Exchange) => string | undefined,
  options: { readonly success: string; readonly result?: 'fail' | 'warning' },
): Finding {
  const slips = new Map(shownSlips(context).map(({ exchange, slip }) => [exchange, slip]));
  if (slips.size === 0) return NO_SLIP;
  return checkEach([...slips.keys()], (exchange) => issueOf(slips.get(exchange)!, exchange), options);
}

/** The reader options of the element on the merchant's page. */
export function readerOptions({ settings: { endpoint, origin, allowedHosts } }: CheckContext) {
  const { hostname } = origin === undefined ? endpoint : new URL(origin);
  return { links: { hosts: allowedHosts, loopback: isLoopback(hostname) } };
}
