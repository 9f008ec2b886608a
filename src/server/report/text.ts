import { fromMinor } from '../../core/money.js';
import { minorOf } from '../kit/payments/flows.js';
import { quote } from '../quote.js';
import type { Report, ReportFinding, ReportRow } from './types.js';

/** Maximum lines of each list to print. */
const MAX_LINES = 100;

/** A report as text for a terminal, without individual flows. */
export function reportText(report: Report): string {
  const { merchantId, fiat, from, to, count, opening = '-', closing = '-', totals, accounts } = report;
  const types = totals.map(({ flowType, category, count: of, sum }) =>
    lineOf(`${quote(flowType)} ${quote(category)}`.trim(), of, sum),
  );
  const { unmatched, unreadable, findings, closes } = report;
  const sections = [
    [`Merchant ${merchantId} in ${fiat}`, `from ${isoOf(from)}`, `to   ${isoOf(to)}`],
    [
      lineOf('', 'flows', 'amount'),
      lineOf('opening balance', '', opening),
      ...types,
      lineOf('closing balance', count, closing),
    ],
    accounts.length > 1
      ? accounts.map(
          ({ settingsId, opening: first, closing: last }) =>
            `account ${quote(settingsId, MAX_ID)}: from ${first} to ${last}`,
        )
      : [],
    [lineOf('unmatched', unmatched.length, sumOf(unmatched)), ...listed(unmatched.map(unmatchedLine))],
    [lineOf('unreadable', unreadable.length, '')],
    closes
      ? ['The period closes.']
      : [`The period does not close: ${countOf(findings.length)}.`, ...listed(findings.map(findingLine))],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line.trimEnd()}\n`).join(''))
    .join('\n');
}

function countOf(findings: number): string {
  return findings === 1 ? '1 finding' : `${findings} findings`;
}

/** Ids have at most 40 digits. */
const MAX_ID = 40;

function lineOf(name: string, count: string | number, amount: string): string {
  return `${name.padEnd(34)}${String(count).padStart(9)}${amount.padStart(20)}`;
}

function listed(lines: readonly string[]): readonly string[] {
  const more = lines.length - MAX_LINES;
  const shown = lines.slice(0, MAX_LINES).map((line) => `  ${line}`);
  return more > 0 ? [...shown, `  and ${more} more: --csv lists all`] : shown;
}

function sumOf(rows: readonly ReportRow[]): string {
  return fromMinor(rows.reduce((sum, { changed }) => sum + (minorOf(changed) ?? 0n), 0n));
}

function unmatchedLine(row: ReportRow): string {
  return `${flowOf(row)}: ${row.changed}${row.txId === undefined ? '' : `, txId ${quote(row.txId, MAX_ID)}`}`;
}

/** A finding as a sentence. It begins with its code, which docs/reconcile.md explains. */
function findingLine(finding: ReportFinding): string {
  return `${finding.code}: ${WORDS[finding.code](finding as never)}`;
}

const WORDS: {
  readonly [Code in ReportFinding['code']]: (finding: Extract<ReportFinding, { code: Code }>) => string;
} = {
  'broken-chain': ({ settingsId, before, after, difference }) =>
    [
      `${difference} is missing in account ${quote(settingsId, MAX_ID)}`,
      `after ${flowOf(before)}, which left ${before.total}`,
      `before ${flowOf(after)}, ${after.changed} to ${after.total}`,
    ].join('\n    '),
  'not-in-store': ({ row }) => `${flowOf(row)}, ${row.changed}, was never stored`,
  'not-at-api': ({ deposit }) =>
    `${flowOf(deposit)}, ${deposit.amount}, ${deposit.state}, is not shown by the API`,
  differs: ({ row, deposit }) =>
    `${flowOf(row)}, ${row.changed}, was ${deposit.amount} at ${isoOf(deposit.createTime)} when it was stored`,
  unreadable: ({ record: { flowId, createTime, changed, problem } }) =>
    [
      flowId === undefined ? 'a flow' : `flow ${quote(flowId, MAX_ID)}`,
      createTime === undefined ? '' : ` of ${isoOf(createTime)}`,
      changed === undefined ? '' : `, ${quote(changed)}`,
      `, cannot be read: ${problem}`,
    ].join(''),
};

function flowOf({ flowId, createTime }: { readonly flowId: string; readonly createTime: number }): string {
  return `flow ${quote(flowId, MAX_ID)} of ${isoOf(createTime)}`;
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
