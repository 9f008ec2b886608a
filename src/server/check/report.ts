import type { Line, Report } from './check.js';

const MARKS = { ok: 'ok', warning: 'warning', fail: 'FAIL', skipped: 'skipped' } as const;

/** A report as text: a line for each rule, such as `ok      latency: median 29 ms`, and a summary. */
export function reportText({ endpoint, requests, slips, lines }: Report): string {
  return `${endpoint}\n\n${lines.map(printedLine).join('\n')}\n\n${summaryOf({ requests, slips, lines })}\n`;
}

function printedLine({ rule, result, message, fix, see }: Line): string {
  const cure = `${fix === undefined ? '' : `. ${fix}`}${see === undefined ? '' : ` See deposit-slip/${see}`}`;
  return `${MARKS[result].padEnd(7)} ${rule}: ${message}${cure}`;
}

function summaryOf({ requests, slips, lines }: Omit<Report, 'endpoint'>): string {
  const count = (result: Line['result']): number => lines.filter((line) => line.result === result).length;
  const cost = `${plural(requests, 'request')}, ${plural(slips, 'slip')}`;
  const findings = `${count('fail')} failed, ${plural(count('warning'), 'warning')}`;
  return `${cost}. ${count('ok')} ok, ${findings}, ${count('skipped')} skipped.`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
