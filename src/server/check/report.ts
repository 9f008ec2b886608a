import type { Line, Report } from './check.js';

const MARKS = { ok: 'ok', warning: 'warning', fail: 'FAIL', skipped: '-' } as const;

/** A report as a table for people: one line per rule, and what it cost. */
export function reportText({ endpoint, requests, slips, lines }: Report): string {
  const width = Math.max(...lines.map(({ rule }) => rule.length));
  const rows = lines.map(
    ({ rule, result, found, mend }) =>
      `${MARKS[result].padEnd(7)}  ${rule.padEnd(width)}  ${found}${mend === undefined ? '' : ` ${mend}`}`,
  );
  return `${endpoint}\n\n${rows.join('\n')}\n\n${summaryOf({ requests, slips, lines })}\n`;
}

function summaryOf({ requests, slips, lines }: Omit<Report, 'endpoint'>): string {
  const count = (result: Line['result']): number => lines.filter((line) => line.result === result).length;
  const asked = `${counted(requests, 'request')}, ${counted(slips, 'different slip')}`;
  return `${asked}. ${count('fail')} failed, ${counted(count('warning'), 'warning')}.`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
