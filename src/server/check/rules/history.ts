/** Rules on the history, which is optional. */
import { readHistory, type HistoryDeposit } from '../../../core/reader/history.js';
import { isJsonObject, own } from '../../../core/reader/members.js';
import { isHistory, openedOf, type Exchange } from '../exchange.js';
import {
  exchangesFor,
  checkEach,
  fail,
  skipped,
  withoutResponse,
  type CheckContext,
  type Finding,
  type Rule,
} from '../rule.js';

/** More rows would not fit on a phone's page and would take long to look up. */
const MAX_ROWS = 100;
const MEMBERS = ['txId', 'paymentId', 'amount', 'createTime', 'returnTime', 'reference', 'payable'] as const;

function checkHistory(context: CheckContext): Finding {
  const [history] = exchangesFor(context, 'history');
  if (!history)
    return withoutResponse(
      context,
      ['history'],
      'not requested, because the slip changes with every request',
    );
  if (history.status >= 500) return fail(`status ${history.status}`);
  if (!isHistory(history)) return skipped('not offered');
  const finding = checkEach(exchangesFor(context, 'history', 'history-page'), pageIssue, {
    success: 'the element can read it',
  });
  const hasDuplicates = new Set(idsIn(context)).size < idsIn(context).length;
  return finding.result === 'ok' && hasDuplicates ? fail('two deposits have the same id') : finding;
}

function idsIn(context: CheckContext): readonly string[] {
  return exchangesFor(context, 'history', 'history-page').flatMap((exchange) => {
    const data = openedOf(exchange)?.data;
    return (data && readHistory(data)?.deposits.map(({ id }) => id)) ?? [];
  });
}

function pageIssue(exchange: Exchange): string | undefined {
  if (!isHistory(exchange)) return `status ${exchange.status} without deposits`;
  const { data } = openedOf(exchange)!;
  const page = readHistory(data);
  if (!page) return 'deposits is not a list';
  if (page.unreadable > 0)
    return 'the element ignores a deposit: its id, fiat or status is missing or unknown, or its sums contradict it';
  const entries = own(data, 'deposits') as readonly unknown[];
  const ignored = MEMBERS.find((name) =>
    page.deposits.some((deposit, at) => deposit[name] === undefined && isSent(entries[at], name)),
  );
  if (ignored !== undefined) return `the element ignores the ${ignored} of a deposit`;
  if (own(data, 'next') !== undefined && page.next === undefined) return 'the element ignores next';
  if (page.deposits.length > MAX_ROWS) return `more than ${MAX_ROWS} deposits on a page`;
  return orderIssue(page.deposits, exchange);
}

function isSent(entry: unknown, name: string): boolean {
  return isJsonObject(entry) && own(entry, name) !== undefined;
}

function orderIssue(deposits: readonly HistoryDeposit[], { probe }: Exchange): string | undefined {
  const isWaiting = deposits.map(({ status }) => status === 'waiting');
  if (probe.purpose === 'history-page' && isWaiting.includes(true))
    return 'an awaited deposit is not on the first page';
  if (isWaiting.lastIndexOf(true) > isWaiting.indexOf(false) && isWaiting.includes(false))
    return 'an awaited deposit is not at the top';
  const isLater = ({ status, createTime = 0 }: HistoryDeposit, at: number): boolean =>
    (deposits[at - 1]?.status === 'waiting') === (status === 'waiting') &&
    createTime > (deposits[at - 1]?.createTime ?? Infinity);
  return deposits.some(isLater) ? 'the deposits are not ordered by time, newest first' : undefined;
}

export const HISTORY: readonly Rule[] = [
  {
    name: 'history',
    requirement: 'If the endpoint offers a history, the element can read it, page by page.',
    fix: 'Send {"deposits":[{"id":"…","fiat":"BRL","amount":"150.00","createTime":1700000000000,"status":"arrived"}]}: awaited deposits first, then the others, newest first.',
    see: 'docs/back-end.md#history',
    check: checkHistory,
  },
];
