import { isLoopback } from '../../core/links.js';
import { isProblem, type Problem } from '../../core/problem.js';
import { readSlip, type Slip } from '../../core/reader/slip.js';
import { jsonOf, nameOf, openedOf, type Answer, type Purpose } from './answer.js';
import type { Settings } from './options.js';
import { offersOf } from './questions.js';

/** Everything a rule may look at. */
export interface Seen {
  readonly settings: Settings;
  /** In the order they were asked for. */
  readonly answers: readonly Answer[];
}

/** What a rule found, in one short sentence. `skipped`: there was nothing to judge it by. */
export interface Finding {
  readonly result: 'ok' | 'warning' | 'fail' | 'skipped';
  readonly found: string;
}

/** One thing an endpoint should do, in words. */
export interface RuleText {
  readonly name: string;
  /** What is asked of the endpoint. */
  readonly asks: string;
  /** How to mend it. */
  readonly mend: string;
}

/** One thing an endpoint should do. */
export interface Rule extends RuleText {
  /** Pure: the same answers give the same finding. */
  readonly judge: (seen: Seen) => Finding;
}

const finding =
  (result: Finding['result']) =>
  (found: string): Finding => ({ result, found });

export const ok = finding('ok');
export const warning = finding('warning');
export const fail = finding('fail');
export const skipped = finding('skipped');

/** The answers to some questions that came at all. */
export function answersTo({ answers }: Seen, ...purposes: readonly Purpose[]): readonly Answer[] {
  return answers.filter(({ question, failure }) => !failure && purposes.includes(question.purpose));
}

/** What is wrong with one answer; undefined where nothing is. */
export type FlawOf = (answer: Answer) => string | undefined;

/** Holds every answer against one demand: each flaw is named once, with the questions it came to. */
export function judgeEach(
  answers: readonly Answer[],
  flawOf: FlawOf,
  { good, result = 'fail' }: { readonly good: string; readonly result?: 'fail' | 'warning' },
): Finding {
  if (answers.length === 0) return skipped('No answer to judge it by.');
  const names = new Map<string, Set<string>>();
  for (const answer of answers) {
    const flaw = flawOf(answer);
    if (flaw !== undefined) names.set(flaw, (names.get(flaw) ?? new Set()).add(nameOf(answer)));
  }
  if (names.size === 0) return ok(good);
  const parts = [...names].slice(0, 3).map(([flaw, where]) => `${flaw} (${listOf([...where])})`);
  return { result, found: `${listOf([...parts, ...(names.size > 3 ? ['…'] : [])], '; ')}.` };
}

/** A few of a list, in words. */
export function listOf(words: readonly string[], separator = ', '): string {
  const few = words.slice(0, 4).join(separator);
  return words.length > 4 ? `${few} and ${words.length - 4} more` : few;
}

/** One slip as the element would read it. */
export interface Read {
  readonly answer: Answer;
  readonly json: unknown;
  readonly reading: Slip | Problem;
}

/** The answers to the questions for a slip, as the element reads them; none whose JSON or envelope it refuses. */
export function slipsOf(seen: Seen): readonly Read[] {
  return answersTo(seen, 'list', 'slip', 'again', 'after-head', 'refresh').flatMap((answer) => {
    if (!openedOf(answer) || (answer.question.purpose === 'list' && offersOf(answer))) return [];
    const json = jsonOf(answer);
    return [{ answer, json, reading: readSlip(json, answer.question.asked ?? {}, readerOptions(seen)) }];
  });
}

/** The slips that are one. */
export function goodSlips(seen: Seen): readonly { readonly answer: Answer; readonly slip: Slip }[] {
  return slipsOf(seen).flatMap(({ answer, reading }) =>
    isProblem(reading) ? [] : [{ answer, slip: reading }],
  );
}

/** Holds every slip against one demand. */
export function judgeSlips(
  seen: Seen,
  flawOf: (slip: Slip) => string | undefined,
  words: { readonly good: string; readonly result?: 'fail' | 'warning' },
): Finding {
  const slips = new Map(goodSlips(seen).map(({ answer, slip }) => [answer, slip]));
  return judgeEach([...slips.keys()], (answer) => flawOf(slips.get(answer)!), words);
}

/** How the element on the merchant's page reads, links among it. */
export function readerOptions({ settings: { endpoint, origin, allowedHosts } }: Seen) {
  const { hostname } = origin === undefined ? endpoint : new URL(origin);
  return { links: { hosts: allowedHosts, loopback: isLoopback(hostname) } };
}

/** Whether an error was provoked, or came of itself: its body must be an error of ours. */
export function errorsOf(seen: Seen): readonly Answer[] {
  const ours = seen.answers.filter(
    ({ question: { purpose, verb } }) => purpose !== 'long-url' && verb !== 'HEAD' && verb !== 'OPTIONS',
  );
  return ours.filter(({ failure, status }) => !failure && status >= 400);
}

/** A text of theirs as it may be printed: short, on one line, without signs a terminal acts on. */
export function quote(text: string, longest = 24): string {
  const plain = text.slice(0, 4 * longest).replace(/[^\x20-\x7e\p{Script=Latin}]/gu, '?');
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}
