/**
 * `npm run check`: every regular expression of src and sandbox/src takes linear time, or its text is short.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { check, type Diagnostics } from 'recheck';
import { tokenPattern } from '../src/server/token-pattern.js';

/** Expressions that are not linear, each with the reason why their text is short. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String.raw`"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?`]: 'valid JSON: every string is closed',
  [String.raw`"(?:[^"\\]|\\.)*"|\s+|[{[]\s*[}\]]|[{}[\],:]`]: 'JSON that the console wrote itself',
  [String.raw`\B(?=(\d{3})+$)`]: 'an amount of the sandbox, at most 19 digits',
  [String.raw`^Option '(--[\w-]+).* argument (?:missing|is ambiguous)$`]: 'a message about the command line',
  [String.raw`^\s*(\d+)\s+(.*?)\s*$`]: 'a line of the list of processes',
  [String.raw`^([^:\s]+):\s*(.*)$`]: 'an option of the command line',
  [String.raw`\/+$`]: 'the configured address of the API',
  [String.raw`^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$`]: 'a key of at most 64 characters',
  [String.raw`^0*([0-9]+)(?:\.([0-9]{0,2}(?:[0-9]*[1-9])?)0*)?$`]:
    'a field of a payment code, at most 99 characters',
  [String.raw`\n+$`]: 'the text of an EPC code, whose values have at most 4 KiB',
  [String.raw`([0-9]+)([nac])`]: 'the table of IBANs',
  [String.raw`0+$`]: 'at most 40 decimals',
  [String.raw`[\w-]+\(.*?\)`]: 'a custom property of the page itself',
  [String.raw`^lock\.([0-9]{1,10})\.(.*)\.[0-9a-f-]{36}$`]: 'the name of a file that the sandbox wrote',
  [String.raw`-?[^-]*$`]: 'a language tag of the page itself',
};

/** Expressions of the endpoint check, whose bodies are at most 256 KiB and which no payer waits for. */
const OF_THE_CHECK = 'src/server/check/';

/**
 * Characters of a text that shows whether an expression is linear, and how much CPU time such a one may take.
 */
const LENGTH = 50_000;
const MAX_MS = 100;
/**
 * Small, so that the next text takes an exponential expression a few times as long as the last one, instead
 * of forever.
 */
const GROWTH = 1.1;

/** Code that builds expressions at run time: samples of them, or why they need not be judged. */
const BUILT: Readonly<Record<string, readonly RegExp[] | string>> = {
  'src/server/token-pattern.ts': ['live-tok', 'a', String.raw`\\a`, '&%"0'].flatMap(
    (token) => tokenPattern(token).expressions,
  ),
  'src/core/reader/account-search.ts': 'a text of at most 256 characters',
  'src/core/schemes/iban.ts': 'their repetitions are bounded',
  'src/core/typed-amount.ts': 'an amount that a payer typed',
  'sandbox/src/control/deposits.ts': 'their repetitions are bounded',
};

interface Expression {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

interface Node {
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function nodesOf(file: string, text: string): Node[] {
  const found: Node[] = [];
  JSON.stringify(parseSync(file, text).program, (_, node: unknown) => {
    if (typeof node === 'object' && node !== null) found.push(node);
    return node instanceof RegExp || typeof node === 'bigint' ? undefined : node;
  });
  return found;
}

/** The regular expressions of a file. */
export function expressionsOf(file: string, text: string): Expression[] {
  return nodesOf(file, text).flatMap(({ regex }) => (regex ? [{ file, ...regex }] : []));
}

/** Whether a file builds regular expressions at run time. */
export function buildsExpressions(file: string, text: string): boolean {
  return nodesOf(file, text).some(({ callee }) => callee?.name === 'RegExp');
}

/** The samples of the expressions that files build at run time. */
export function builtExpressions(built: typeof BUILT): Expression[] {
  return Object.entries(built).flatMap(([file, samples]) =>
    typeof samples === 'string' ? [] : samples.map(({ source, flags }) => ({ file, pattern: source, flags })),
  );
}

/** Without an unlimited repetition, an expression examines a bounded part of its text. */
function canBeSlow({ pattern }: Expression): boolean {
  return /[*+]|\{\d+,\}/.test(pattern);
}

/**
 * An expression that needs backtracking is judged by trying texts. This takes some linear expressions for
 * slow ones, but not in every run. The text it found is repeated until a polynomial expression would take a
 * second. An exponential one ends this early.
 */
export function isFalseAlarm(result: Diagnostics): boolean {
  if (result.status !== 'vulnerable' || result.checker !== 'fuzz') return false;
  const { pumps, suffix } = result.attack;
  const expression = new RegExp(result.source, result.flags);
  const timeOf = (length: number): number => {
    const text =
      pumps.map(({ prefix, pump }) => prefix + pump.repeat(length / pump.length)).join('') + suffix;
    const before = process.cpuUsage();
    expression.test(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  for (let length = 4; length < LENGTH * GROWTH; length *= GROWTH)
    if (Math.min(...[1, 2, 3].map(() => timeOf(length))) > MAX_MS) return false;
  return true;
}

/** The problems of the expressions in these files. */
export async function slowExpressions(expressions: readonly Expression[]): Promise<string[]> {
  const distinct = new Map(expressions.map((each) => [`/${each.pattern}/${each.flags}`, each]));
  const found = await Promise.all(
    [...distinct].map(async ([text, each]) => {
      if (!canBeSlow(each) || each.pattern in BOUNDED || each.file.startsWith(OF_THE_CHECK)) return [];
      const result = await check(each.pattern, each.flags, { timeout: 240_000, randomSeed: 1 });
      if (result.status === 'safe' || isFalseAlarm(result)) return [];
      return [
        `${each.file}: ${text} is ${result.status === 'unknown' ? 'too hard to judge' : result.complexity.summary}`,
      ];
    }),
  );
  return found.flat();
}

/** The problems in src and sandbox/src, and the listed bounds that no expression needs any more. */
export async function expressionsCheck(): Promise<string[]> {
  const listed = spawnSync('git', ['ls-files', 'src', 'sandbox/src'], { encoding: 'utf8' }).stdout.split(
    '\n',
  );
  const files = listed.filter((file) => file.endsWith('.ts') && existsSync(file));
  const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  const expressions = texts.flatMap(([file, text]) => expressionsOf(file, text));
  const patterns = new Set(expressions.map(({ pattern }) => pattern));
  const unused = Object.keys(BOUNDED).filter((pattern) => !patterns.has(pattern));
  const builders = texts.filter(([file, text]) => buildsExpressions(file, text)).map(([file]) => file);
  return [
    ...(await slowExpressions([...expressions, ...builtExpressions(BUILT)])),
    ...unused.map((pattern) => `scripts/expressions.ts: no expression is /${pattern}/`),
    ...builders
      .filter((file) => !Object.hasOwn(BUILT, file))
      .map((file) => `${file}: scripts/expressions.ts needs samples of what \`RegExp\` builds here`),
    ...Object.keys(BUILT)
      .filter((file) => !builders.includes(file))
      .map((file) => `scripts/expressions.ts: ${file} builds no expression`),
  ];
}
