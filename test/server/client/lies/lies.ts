import { z } from 'zod';
import { appendEmvCrc } from '../../../../src/core/schemes/emv.js';
import { CHANNELS, FIATS, ORDER_STATUSES, VIRTUAL_ACCOUNT_STATUSES } from 'deposit-slip/contract';

// Lies: copies of a truthful response that differ from it in one member. They are generated from the schemas
// of the contract, so a new member of the contract is covered without a change here.

/** How a member differs from the truth. */
export type Change =
  | 'another'
  | 'removed'
  | 'added'
  | 'null'
  | 'empty'
  | 'other type'
  | 'negative'
  | 'decimals'
  | 'large'
  | 'unsafe'
  | 'repeated';

/** One response that differs from the truth in one member. */
export interface Lie {
  /**
   * The path of the member without list indexes: `record.fiat`. A field of a `fieldList` is `fieldList.*`.
   */
  readonly member: string;
  readonly change: Change;
  /** `data`. */
  readonly data: unknown;
  /** The path and the new value, for messages. */
  readonly text: string;
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
}

type Path = readonly (string | number)[];
type Variation = readonly [change: Change, value: unknown];

const REMOVED = Symbol('removed');

const all = (change: Change, ...values: readonly unknown[]): Variation[] =>
  values.map((value) => [change, value]);

/** Values that no member may have, whatever its kind. */
const WRONG: readonly Variation[] = [
  ['removed', REMOVED],
  ['null', null],
  ['empty', ''],
  ...all('other type', true, {}, [], [[]]),
];

const HUGE = '9'.repeat(29);

const CURRENCIES = [...new Set([...FIATS, ...CHANNELS.flatMap(({ fiats }) => fiats)])];

const STATUSES = [
  ...new Set(
    [...Object.values(ORDER_STATUSES), VIRTUAL_ACCOUNT_STATUSES, { 1: 0, 4: 0, 0: 0, 99: 0 }].flatMap(
      (statuses) => Object.keys(statuses).map(Number),
    ),
  ),
];

const UNSAFE_LINKS = [
  'http://pay.example.com/l/1',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://pay.example.com/l/1',
  '//pay.example.com/l/1',
  'pay.example.com/l/1',
  'https://user@pay.example.com/l/1',
  'https://203.0.113.7/l/1',
  'http://localhost:8080/l/1',
];

const isLink = (value: unknown): boolean => typeof value === 'string' && value.startsWith('https:');

/** The variations of each kind of member, given its true value. */
const KINDS = {
  id: (value: unknown) => [
    ...all('another', String(BigInt(Number(value ?? 1)) + 1n), '9007199254740993', 2002, 90),
    ...all('negative', -7, '-7'),
    ...all('decimals', '7.5', 7.5),
    ...all('large', HUGE, '1'.repeat(41)),
    ...all('other type', 'abc', { id: 7 }),
  ],
  decimal: (value: unknown) => [
    ...all('another', '0.01', '17.31', 9_000, ...(Number(value) === 0 ? [] : ['0'])),
    ...all('negative', `-${String(value)}`, -1),
    ...all('decimals', `${decimalOf(value)}1`, `${decimalOf(value)}0001`),
    ...all('large', HUGE, 1e15, '1e60'),
    ...all('other type', 'abc', '1,500.00', '0x10', 'NaN'),
  ],
  time: (value: unknown) => [
    ...all('another', Number(value) + 1, Number(value) - 1, 1_500_000_000_000, '1900000000000'),
    ...all('negative', -Number(value)),
    ...all('decimals', `${String(value)}.5`),
    ...all('large', '9999999999999', '17000000000001', HUGE),
    ...all('other type', '2023-11-14T22:13:20Z', Math.floor(Number(value) / 1000)),
  ],
  count: (value: unknown) => [
    ...all('another', Number(value ?? 0) + 1, Number(value ?? 0) - 1, 0, 50),
    ...all('negative', -1),
    ...all('decimals', 1.5),
    ...all('large', 1_000_000, '999999999999999', HUGE),
    ...all('other type', 'abc'),
  ],
  status: () => [
    ...all('another', ...STATUSES),
    ...all('negative', -1),
    ...all('decimals', '10.5'),
    ...all('large', 999_999_999, HUGE),
    ...all('other type', 'PAID'),
  ],
  currency: () => [
    ...all('another', ...CURRENCIES, 'GBP'),
    ...all('other type', 484, 'pesos', 'M', 'US$'),
    ...all('large', 'X'.repeat(300)),
  ],
  link: () => [
    ...all('another', 'https://elsewhere.example/l/2'),
    ...all('unsafe', ...UNSAFE_LINKS),
    ...all('other type', 7),
    ...all('large', `https://pay.example.com/${'x'.repeat(5_000)}`),
  ],
  text: () => [
    ...all('another', 'another text'),
    ...all('other type', 7),
    ...all('large', 'x'.repeat(5_000)),
  ],
  object: () => [...all('another', { account: 'another' }), ...all('other type', 'x', 7)],
} satisfies Record<string, (value: unknown) => Variation[]>;

/** A decimal with a fractional part. */
function decimalOf(value: unknown): string {
  const text = JSON.stringify(value).replaceAll('"', '');
  return text.includes('.') ? text : `${text}.00`;
}

function kindOf(name: string, schema: JsonSchema): keyof typeof KINDS {
  if (schema.pattern === '^[0-9]{1,40}$') return 'id';
  if (schema.description?.startsWith('A decimal')) return 'decimal';
  if (schema.description?.startsWith('Unix time')) return 'time';
  if (/fiat$/i.test(name)) return 'currency';
  if (/link$/i.test(name)) return 'link';
  if (/status$|^hasRefund$/i.test(name)) return 'status';
  if (schema.type === 'object') return 'object';
  return [schema.type].flat().includes('integer') ? 'count' : 'text';
}

function variationsOf(name: string, schema: JsonSchema, value: unknown): readonly Variation[] {
  const words = (schema.anyOf ?? []).flatMap((each) => each.enum ?? []);
  const kind = KINDS[kindOf(name, schema)];
  const currencies = name === 'crypto' ? ['MXN', 'BRL'] : [];
  return [...WRONG, ...all('another', ...words, ...currencies), ...kind(value), ...swapped(value)];
}

/** The same value in the other of the two JSON types. */
function swapped(value: unknown): Variation[] {
  if (typeof value === 'number') return [['other type', String(value)]];
  const isNumeral = typeof value === 'string' && String(Number(value)) === value;
  return isNumeral ? [['other type', Number(value)]] : [];
}

/** Generates every lie about a response. */
export function liesAbout(schema: z.ZodType, data: unknown): Lie[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return [...walk(json, data, data, [])];
}

function* walk(schema: JsonSchema, data: unknown, value: unknown, path: Path): Generator<Lie> {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  if (schema.items) yield* walkList(schema.items, data, value as readonly unknown[], path);
  else if (schema.properties) {
    for (const [key, member] of Object.entries(schema.properties))
      yield* walk(member, data, (value as Record<string, unknown>)[key], [...path, key]);
  } else if (name === 'fieldList' && value !== undefined) yield* walkFields(data, value as object, path);
  else
    for (const [change, changed] of variationsOf(name, schema, value)) {
      if (value === undefined && changed === REMOVED) continue;
      yield lie(data, path, value === undefined ? 'added' : change, changed);
    }
}

function* walkList(items: JsonSchema, data: unknown, list: readonly unknown[], path: Path): Generator<Lie> {
  for (const [at, entry] of list.entries()) {
    // Lies about every member of the first and the last record.
    if (at === 0 || at === list.length - 1) yield* walk(items, data, entry, [...path, at]);
    yield lie(data, path, 'removed', list.toSpliced(at, 1));
    yield lie(data, path, 'repeated', [...list, entry]);
    yield lie(data, path, 'repeated', list.with(at === 0 ? list.length - 1 : 0, entry));
    yield lie(data, path, 'added', [...list, renamed(entry as object)]);
    for (const wrong of [null, 7, 'x', [], {}]) yield lie(data, path, 'other type', list.with(at, wrong));
  }
  yield lie(data, path, 'removed', []);
  for (const [change, value] of [...WRONG, ...all('other type', 'x', 7)])
    yield lie(data, path, change, value);
}

/** A record as another one of the same list would be. */
function renamed(record: object): object {
  const names = ['id', 'orderId', 'depositAlias', 'crypto'];
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    names.includes(name) ? `${String(value)}9` : value,
  ]);
  return Object.fromEntries(entries) as object;
}

function* walkFields(data: unknown, fields: object, path: Path): Generator<Lie> {
  for (const [key, value] of Object.entries(fields)) {
    const variations = [
      ...WRONG,
      ...(isLink(value) ? KINDS.link() : KINDS.text()),
      ...codesLike(value),
      ...digitsLike(value),
      ...all('another', ['one', 'two']),
      ...swapped(value),
    ];
    for (const [change, changed] of variations) yield lie(data, [...path, key], change, changed);
  }
  yield lie(data, [...path, 'New Field'], 'added', 'x');
  for (const [change, value] of [...WRONG, ...all('other type', 'x', 7)])
    yield lie(data, path, change, value);
}

/** Changes the amount, the currency and the country in a payment code. */
function codesLike(value: unknown): Variation[] {
  if (typeof value !== 'string' || !value.startsWith('000201')) return [];
  const body = value.slice(0, -8);
  const codes = [
    body.replace(/5303986(?:54\d\d[\d.]+?)?(?=5802)/, '53039865406999.99'),
    body.replace('5303986', '5303032'),
    body.replace('5802BR', '5802AR'),
  ];
  return all('another', ...codes.map(appendEmvCrc));
}

/** Account numbers of the same length, and of another length. */
function digitsLike(value: unknown): Variation[] {
  if (typeof value !== 'string' || !/^[A-Z0-9]{8,}$/.test(value)) return [];
  return all(
    'another',
    value.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
    `${value}0`,
    value.slice(1),
  );
}

function lie(data: unknown, path: Path, change: Change, value: unknown): Lie {
  const names = path.filter((part) => typeof part === 'string');
  const at = names.indexOf('fieldList');
  const member = (at >= 0 && at < names.length - 1 ? [...names.slice(0, at + 1), '*'] : names).join('.');
  return {
    member: member || 'data',
    change,
    data: replaced(data, path, value),
    text: `${path.join('.') || 'data'} = ${textOf(value)}`,
  };
}

function textOf(value: unknown): string {
  if (value === REMOVED) return 'removed';
  return Array.isArray(value) ? `${value.length} records` : JSON.stringify(value).slice(0, 80);
}

function replaced(data: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value === REMOVED ? undefined : value;
  if (Array.isArray(data)) return data.with(name as number, replaced(data[name as number], rest, value));
  const object = data as Record<string, unknown>;
  if (rest.length > 0) return { ...object, [name]: replaced(object[name], rest, value) };
  const { [name]: _, ...others } = object;
  return value === REMOVED ? others : { ...object, [name]: value };
}
