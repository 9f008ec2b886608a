import type { Line, Report } from './check.js';

const MARKS = { ok: 'ok', warning: 'warning', fail: 'FAIL', skipped: '-' } as const;

/** A report as text: one line per rule, such as `ok      latency: median 29 ms`, and a summary. */
export function reportText({ endpoint, requests, slips, lines }: Report): string {
  const rows = lines.map(
    ({ rule, result, message, fix }) =>
      `${MARKS[result].padEnd(7)} ${rule}: ${message}${fix === undefined ? '' : `. ${fix}`}`,
  );
  return `${endpoint}\n\n${rows.join('\n')}\n\n${summaryOf({ requests, slips, lines })}\n`;
}

function summaryOf({ requests, slips, lines }: Omit<Report, 'endpoint'>): string {
  const count = (result: Line['result']): number => lines.filter((line) => line.result === result).length;
  const cost = `${plural(requests, 'request')}, ${plural(slips, 'different slip')}`;
  return `${cost}. ${count('fail')} failed, ${plural(count('warning'), 'warning')}.`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
