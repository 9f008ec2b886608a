/**
 * Every shape of a response, and the slip or problem that it must be read to. The cases apply to any method,
 * and to answers of the sandbox both directly and through the kit.
 */
import type { Shape } from 'deposit-slip-sandbox';
import type { Method } from '../../../src/core/methods.js';
import { isProblem, type Problem } from '../../../src/core/problem.js';
import type { Check } from '../../../src/core/reader/row.js';
import type { Slip } from '../../../src/core/reader/slip.js';

/** The relevant parts of a slip or a problem, by wire key. */
export interface Summary {
  readonly problem?: string;
  readonly copies: Readonly<Record<string, string>>;
  readonly checks: Readonly<Record<string, Check>>;
  /** The payload of the code to draw. */
  readonly drawn?: string | undefined;
  readonly links: readonly string[];
  readonly txId?: string | undefined;
  readonly notices: readonly string[];
  readonly warnings: readonly string[];
}

/** What an expectation is computed from. */
export interface ShapeContext {
  readonly method: Method;
  /** The slip of the same details in the plain shape. */
  readonly slip: Slip;
  /** The `fieldList` of the shaped answer, with each value as text. */
  readonly values: Readonly<Record<string, string>>;
  /** The exact text of the `txId` of the shaped answer. */
  readonly txId: string | undefined;
  /** Whether the response is read directly, as on a page without the kit, or through the kit. */
  readonly via: 'direct' | 'kit';
}

/** One shape and its result. `same`: the result equals the slip of the plain shape. */
export interface ShapeCase {
  readonly name: string;
  readonly shape: Shape;
  readonly strict?: boolean;
  readonly expected: 'same' | ((plain: Summary, context: ShapeContext) => Summary);
}

/** Summarizes a result for comparison with an expectation. */
export function summarize(result: Slip | Problem): Summary {
  if (isProblem(result)) return problemSummary(result.kind);
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

function problemSummary(problem: string): Summary {
  return { problem, copies: {}, checks: {}, links: [], notices: [], warnings: [] };
}

const SAME: readonly (readonly [name: string, shape: Shape])[] = [
  ['values as strings', { values: 'strings' }],
  ['values as arrays', { values: 'arrays' }],
  ['values as strings and arrays', { values: 'mixed' }],
  ['a page with one record', { record: 'object' }],
  ['a page with a list of one', { record: 'array' }],
  ['a page with its list under data', { record: 'array', list: 'data' }],
  ['a page with its record under data', { record: 'object', list: 'data' }],
  ['the details without a page', { record: 'direct' }],
  ['code 200', { code: 200 }],
  ['code 0', { code: 0 }],
  ['the deposit id as text', { txId: 'string' }],
  ['the deposit id as a number', { txId: 'number' }],
  ['a link to an image of the code', { qr: 'link' }],
  ['a virtual account with the status normal', { status: 2, record: 'object' }],
  [
    'several of these at once',
    { values: 'arrays', record: 'array', list: 'data', code: 0, txId: 'number', status: 2 },
  ],
];

/** Every case, for every method. */
export const SHAPE_CASES: readonly ShapeCase[] = [
  ...SAME.map(([name, shape]) => ({ name, shape, expected: 'same' }) as const),
  { name: 'a deposit id beyond 2^53', shape: { txId: 'beyond' }, expected: withIdBeyond },
  { name: 'the code in place of its image', shape: { qr: 'payload' }, expected: withPayload },
  { name: 'the code, in an array', shape: { qr: 'payload', values: 'arrays' }, expected: withPayload },
  { name: 'an image of the code in the answer', shape: { qr: 'data-url' }, expected: withImage },
  { name: 'values that fail their checks', shape: { checks: 'failed' }, expected: withFailedChecks },
  { name: 'values that fail, with strict', shape: { checks: 'failed' }, strict: true, expected: withStrict },
  ...([{}, { record: 'array' }] as const).map((page) => ({
    name: `a missing essential value ${JSON.stringify(page)}`,
    shape: { essential: 'missing', ...page } as const,
    expected: () => problemSummary('incomplete'),
  })),
  { name: 'an unknown key', shape: { extra: 'unknown' }, expected: withUnknownKey },
  ...([1, 3] as const).flatMap((status) =>
    (['direct', 'object', 'array'] as const).map((record) => ({
      name: `a virtual account in status ${status} (${record})`,
      shape: { status, record },
      expected: () => problemSummary('not-payable'),
    })),
  ),
];

/**
 * docs/reading-policy.md R11: the kit parses the id without loss; read directly, it is absent with a warning.
 */
function withIdBeyond(plain: Summary, { via, txId }: ShapeContext): Summary {
  if (plain.txId === undefined || txId === undefined) return plain;
  if (via === 'kit') return { ...plain, txId, copies: { ...plain.copies, txId } };
  const { txId: _copy, ...copies } = plain.copies;
  const { txId: _check, ...checks } = plain.checks;
  return { ...plain, txId: undefined, copies, checks, warnings: [...plain.warnings, 'txId: lossy'] };
}

/**
 * docs/reading-policy.md R19 and R31: the code is recognized and drawn, without a second row for the same
 * code.
 */
function withPayload(plain: Summary, { values }: ShapeContext): Summary {
  const found = Object.entries(values).find(([, value]) => value.startsWith('000201'));
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

/**
 * docs/reading-policy.md R19: an image beside other values is omitted with a warning; alone it is the slip's
 * picture.
 */
function withImage(plain: Summary, { values }: ShapeContext): Summary {
  const images = Object.keys(values).filter((key) => values[key]!.startsWith('data:image/'));
  if (images.length === 0) return plain;
  const left = Object.keys(plain.copies).filter((key) => key !== 'txId' && !images.includes(key));
  if (left.length === 0) {
    const { txId } = plain;
    return {
      ...plain,
      copies: txId === undefined ? {} : { txId },
      checks: txId === undefined ? {} : { txId: 'none' },
      drawn: undefined,
      links: [],
    };
  }
  return { ...plain, warnings: [...plain.warnings, ...images.map((key) => `${key}: qr`)] };
}

/**
 * docs/reading-policy.md R17: values are copied as received, with a warning. A code is not drawn; its link
 * remains.
 */
function withFailedChecks(plain: Summary, { slip, values }: ShapeContext): Summary {
  const failing = slip.rows.filter(({ check }) => check === 'passed');
  if (failing.length === 0) return plain;
  const isDrawn = ({ key }: { readonly key: string }): boolean => key === slip.code?.key;
  const links = Object.keys(values).filter((key) => values[key]!.startsWith('https://'));
  const rest = Object.fromEntries(links.map((key) => [key, 'none'] as const));
  return {
    ...plain,
    copies: { ...values, ...(plain.txId !== undefined && { txId: plain.txId }) },
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

/**
 * docs/reading-policy.md R17, `strict`: the result is `unverified` if an essential value fails. Others are
 * omitted.
 */
function withStrict(plain: Summary, context: ShapeContext): Summary {
  const { method, slip } = context;
  const needed = method.needs.flat();
  const failing = slip.rows.filter(({ check }) => check === 'passed');
  if (failing.some(({ role }) => role && needed.includes(role))) return problemSummary('unverified');
  const kept = new Set(Object.keys(plain.copies).filter((key) => !failing.some((row) => row.key === key)));
  const { copies, checks, ...rest } = withFailedChecks(plain, context);
  const only = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => kept.has(key) || rest.links.includes(key)));
  return { ...rest, copies: only(copies), checks: only(checks) };
}

/** docs/reading-policy.md R6: a row of plain text and a warning. */
function withUnknownKey(plain: Summary, { values, slip }: ShapeContext): Summary {
  const unknown = Object.keys(values).filter(
    (key) => !Object.hasOwn(plain.copies, key) && !isHidden(key, slip),
  );
  const rows = <Value>(value: (key: string) => Value) =>
    Object.fromEntries(unknown.map((key) => [key, value(key)]));
  return {
    ...plain,
    copies: { ...plain.copies, ...rows((key) => values[key]!) },
    checks: { ...plain.checks, ...rows(() => 'none' as const) },
    warnings: [...plain.warnings, ...unknown.map((key) => `${key}: unknown-field`)],
  };
}

/**
 * Whether a key of the method has no row in the plain slip: the image of a drawn code, or a repeated value.
 */
function isHidden(key: string, { method }: Slip): boolean {
  return method?.fields.some(({ keys }) => keys.includes(key)) ?? false;
}
