/**
 * Every shape an answer can come in, and what the reader makes of it (reading.md). Written once, for any method there
 * is; run on what the sandbox answers, as it is and through the kit. Pure, so that a browser can load it as well.
 */
import type { Shape } from 'deposit-slip-sandbox';
import type { Method } from '../../src/core/methods.js';
import { isProblem, type Problem } from '../../src/core/problem.js';
import type { Check } from '../../src/core/reader/row.js';
import type { Slip } from '../../src/core/reader/slip.js';

/** What matters of a slip or a problem, by wire key. */
export interface Reading {
  readonly problem?: string;
  readonly copies: Readonly<Record<string, string>>;
  readonly checks: Readonly<Record<string, Check>>;
  /** The payload of the code that is drawn. */
  readonly drawn?: string | undefined;
  readonly links: readonly string[];
  readonly txId?: string | undefined;
  readonly notices: readonly string[];
  readonly warnings: readonly string[];
}

/** What an expectation may go by. */
export interface About {
  readonly method: Method;
  /** The same details, read in their plain shape. */
  readonly slip: Slip;
  /** `fieldList` of the shaped answer, each value as text. */
  readonly came: Readonly<Record<string, string>>;
  /** `txId` of the shaped answer, digit by digit as it was written. */
  readonly txId: string | undefined;
  /** Straight from the API, as a page without the kit would have it, or through the kit. */
  readonly way: 'bare' | 'kit';
}

/** One shape, and what it is read to. `same`: to the very slip the plain shape is read to. */
export interface ShapeCase {
  readonly name: string;
  readonly shape: Shape;
  readonly strict?: boolean;
  readonly becomes: 'same' | ((plain: Reading, about: About) => Reading);
}

/** A result in the form expectations have. */
export function readingOf(result: Slip | Problem): Reading {
  if (isProblem(result)) return problemReading(result.kind);
  const { rows, links, notices, warnings, code, txId } = result;
  return {
    copies: Object.fromEntries(rows.map(({ key, copy }) => [key, copy])),
    checks: Object.fromEntries(rows.map(({ key, check }) => [key, check])),
    drawn: code?.payload,
    links: links.map(({ key }) => key),
    txId,
    notices: notices.map(({ kind }) => kind),
    warnings: warnings.map(({ key, reason }) => `${key}: ${reason}`),
  };
}

function problemReading(problem: string): Reading {
  return { problem, copies: {}, checks: {}, links: [], notices: [], warnings: [] };
}

const SAME: readonly (readonly [name: string, shape: Shape])[] = [
  ['values as strings', { values: 'strings' }],
  ['values as arrays', { values: 'arrays' }],
  ['values as strings and arrays', { values: 'mixed' }],
  ['a page with one record', { record: 'object' }],
  ['a page with a list of one', { record: 'array' }],
  ['a page that calls its list data', { record: 'array', list: 'data' }],
  ['a page that calls its one record data', { record: 'object', list: 'data' }],
  ['the details alone', { record: 'direct' }],
  ['code 200', { code: 200 }],
  ['code 0', { code: 0 }],
  ['the deposit id as text', { txId: 'string' }],
  ['the deposit id as a number', { txId: 'number' }],
  ['a link to the picture of the code', { qr: 'link' }],
  ['a virtual account in order', { status: 2, record: 'object' }],
  [
    'everything else at once',
    { values: 'arrays', record: 'array', list: 'data', code: 0, txId: 'number', status: 2 },
  ],
];

/** Every case, for every method. */
export const SHAPE_CASES: readonly ShapeCase[] = [
  ...SAME.map(([name, shape]) => ({ name, shape, becomes: 'same' }) as const),
  { name: 'a deposit id beyond 2^53', shape: { txId: 'beyond' }, becomes: withIdBeyond },
  { name: 'the code in place of its picture', shape: { qr: 'payload' }, becomes: withPayload },
  {
    name: 'the code in place of its picture, in an array',
    shape: { qr: 'payload', values: 'arrays' },
    becomes: withPayload,
  },
  { name: 'the picture of the code in the answer', shape: { qr: 'data-url' }, becomes: withPicture },
  { name: 'values that fail their checks', shape: { checks: 'failed' }, becomes: withFailedChecks },
  {
    name: 'values that fail their checks, where the merchant is strict',
    shape: { checks: 'failed' },
    strict: true,
    becomes: strictly,
  },
  {
    name: 'an essential that is missing',
    shape: { essential: 'missing' },
    becomes: () => problemReading('incomplete'),
  },
  {
    name: 'an essential that is missing on a page',
    shape: { essential: 'missing', record: 'array' },
    becomes: () => problemReading('incomplete'),
  },
  { name: 'a key nobody knows', shape: { extra: 'unknown' }, becomes: withUnknownKey },
  ...([1, 3] as const).flatMap((status) =>
    (['direct', 'object', 'array'] as const).map((record) => ({
      name: `a virtual account in status ${status} (${record})`,
      shape: { status, record },
      becomes: () => problemReading('not-payable'),
    })),
  ),
];

/** R11: exact where the text was read losslessly; where a number came to the page, absent and said. */
function withIdBeyond(plain: Reading, { way, txId }: About): Reading {
  if (plain.txId === undefined || txId === undefined) return plain;
  if (way === 'kit') return { ...plain, txId, copies: { ...plain.copies, txId } };
  const { txId: _copy, ...copies } = plain.copies;
  const { txId: _check, ...checks } = plain.checks;
  return { ...plain, txId: undefined, copies, checks, warnings: [...plain.warnings, 'txId: lossy'] };
}

/** R19, R31: known by its content, drawn, and no second row where it is there already. */
function withPayload(plain: Reading, { came }: About): Reading {
  const found = Object.entries(came).find(([, value]) => value.startsWith('000201'));
  if (plain.drawn !== undefined || !found) return plain;
  const [key, payload] = found;
  return {
    ...plain,
    copies: { ...plain.copies, [key]: payload },
    checks: { ...plain.checks, [key]: 'passed' },
    drawn: payload,
    links: plain.links.filter((link) => link !== key),
  };
}

/** R19: what a picture says cannot be told. It is left out, with a warning; with nothing else there is no slip. */
function withPicture(plain: Reading, { came }: About): Reading {
  const pictures = Object.keys(came).filter((key) => came[key]!.startsWith('data:image/'));
  if (pictures.length === 0) return plain;
  const left = Object.keys(plain.copies).filter((key) => key !== 'txId' && !pictures.includes(key));
  if (left.length === 0) return problemReading('incomplete');
  return { ...plain, warnings: [...plain.warnings, ...pictures.map((key) => `${key}: qr`)] };
}

/** R17: shown and copied exactly as they came, said to the merchant; a code is not drawn, and its picture not hidden. */
function withFailedChecks(plain: Reading, { slip, came }: About): Reading {
  const failing = slip.rows.filter(({ check }) => check === 'passed');
  if (failing.length === 0) return plain;
  const isDrawn = ({ key }: { readonly key: string }): boolean => key === slip.code?.key;
  const links = Object.keys(came).filter((key) => came[key]!.startsWith('https://'));
  const rest = Object.fromEntries(links.map((key) => [key, 'none'] as const));
  return {
    ...plain,
    copies: { ...came, ...(plain.txId !== undefined && { txId: plain.txId }) },
    checks: {
      ...plain.checks,
      ...rest,
      ...Object.fromEntries(failing.map(({ key }) => [key, 'failed'] as const)),
    },
    drawn: undefined,
    links,
    notices: failing.some(isDrawn) ? ['qr'] : [],
    warnings: failing.map((row) => `${row.key}: ${isDrawn(row) ? 'qr' : 'check'}`),
  };
}

/** R17, `strict`: an essential that fails is `unverified`. What else fails is left out. */
function strictly(plain: Reading, about: About): Reading {
  const { method, slip } = about;
  const needed = method.needs.flat();
  const failing = slip.rows.filter(({ check }) => check === 'passed');
  if (failing.some(({ role }) => role && needed.includes(role))) return problemReading('unverified');
  const kept = new Set(Object.keys(plain.copies).filter((key) => !failing.some((row) => row.key === key)));
  const { copies, checks, ...rest } = withFailedChecks(plain, about);
  const only = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => kept.has(key) || rest.links.includes(key)));
  return { ...rest, copies: only(copies), checks: only(checks) };
}

/** R6: a row of text, whatever it looks like, and a warning. */
function withUnknownKey(plain: Reading, { came, slip }: About): Reading {
  const unknown = Object.keys(came).filter(
    (key) => !Object.hasOwn(plain.copies, key) && !isHidden(key, slip),
  );
  const rows = <Value>(value: (key: string) => Value) =>
    Object.fromEntries(unknown.map((key) => [key, value(key)]));
  return {
    ...plain,
    copies: { ...plain.copies, ...rows((key) => came[key]!) },
    checks: { ...plain.checks, ...rows(() => 'none' as const) },
    warnings: [...plain.warnings, ...unknown.map((key) => `${key}: unknown-field`)],
  };
}

/** A key of the method's that a plain slip does not show: the picture of a code that is drawn, a value said twice. */
function isHidden(key: string, { method }: Slip): boolean {
  return method?.fields.some(({ keys }) => keys.includes(key)) ?? false;
}
