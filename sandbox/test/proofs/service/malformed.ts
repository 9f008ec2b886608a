/** Malformed requests, made from a valid one. */
import { LosslessNumber, stringify } from 'lossless-json';
import { BODIES } from '../../requests.js';
import { OPERATIONS, type Operation, type Type } from './spec.js';

/** A request to an operation, and its parameters: as text for the query, as JSON for the body. */
export interface Call {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, unknown>>;
  readonly token: string;
}

/** A request, and how it must be refused. */
export interface Malformed {
  /** What is wrong with it. */
  readonly kind: string;
  readonly status: number;
  /** `msg` must contain one of these names (README: Errors). */
  readonly names: readonly string[];
  readonly request: Request;
}

/**
 * Values that are invalid for a type, as text and as JSON (README: Parameters, Bodies, Amounts, clientId).
 */
const WRONG_TEXTS: Readonly<Record<Type, readonly string[]>> = {
  id: ['', '0', '-1', '01', '1.0', '1e3', 'abc', '9223372036854775808', '٣'],
  size: ['', '0', '-1', '1.5', '01', '1000000000'],
  time: ['', '-1', '1.5', '1e12', 'yesterday', '2026-01-01', '1000000000000000'],
  amount: [
    '',
    '0',
    '0.00',
    '-1',
    '+1',
    '1.',
    '.5',
    '01',
    '1e3',
    '1,5',
    '0.001',
    '10.000',
    '1000000000000000',
    'NaN',
  ],
  text: ['', ' ', 'a\nb', 'x'.repeat(201)],
  clientId: ['', ' ', 'a b', 'ä', 'x'.repeat(65)],
  fiat: ['', 'mxn', 'MX', 'XXXX', 'USDT'],
  word: ['', 'nothing', 'deposit'],
  url: ['', '/back', 'ftp://shop.example', 'shop.example'],
  object: ['x'],
};
const digits = (...texts: string[]) => texts.map((text) => new LosslessNumber(text));
const NO_NUMBERS = [null, true, [], {}, '1', 1.5, -1, 0, ...digits('1001.0', '1e3', '9'.repeat(20))];
const NO_TEXTS = [null, true, [], {}, 1];
const WRONG_VALUES: Readonly<Record<Type, readonly unknown[]>> = {
  ...{ id: NO_NUMBERS, size: NO_NUMBERS, time: NO_NUMBERS },
  amount: [
    ...[...WRONG_TEXTS.amount, null, true, [], {}, 0, -1, 0.001, 1e30],
    ...digits('10.000', '-0', '1e3', '1E400', `1.${'0'.repeat(24)}1`),
  ],
  text: [...WRONG_TEXTS.text, ...NO_TEXTS],
  clientId: [...WRONG_TEXTS.clientId, ...NO_TEXTS],
  fiat: [...WRONG_TEXTS.fiat, ...NO_TEXTS],
  word: [...WRONG_TEXTS.word, ...NO_TEXTS],
  url: [...WRONG_TEXTS.url, ...NO_TEXTS],
  object: [...NO_TEXTS.filter((value) => JSON.stringify(value) !== '{}'), 'x'],
};

/** The parts of a request that are replaced, and how the request must be refused. */
interface Change {
  /** Default: 400. */
  readonly status?: number;
  /** Default: the changed parameters. */
  readonly names?: readonly string[];
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Creates one malformed request on demand. */
export type Form = () => Malformed;
type ToForm = (kind: string, params: object, change?: Change) => Form;

const queryOf = (params: object): string => String(new URLSearchParams(params as Record<string, string>));

const formsOf =
  ({ operation, params, token }: Call): ToForm =>
  (kind, changed, change = {}) =>
  () => {
    const all = Object.entries({ ...params, ...changed }).filter(([, value]) => value !== undefined);
    const sent = Object.fromEntries(all);
    const isPost = operation.method === 'POST';
    const {
      status = 400,
      names = Object.keys(changed),
      method = operation.method,
      path = operation.path,
    } = change;
    const { query = isPost ? '' : queryOf(sent), body = stringify(sent)! } = change;
    const type = isPost ? { 'content-type': 'application/json' } : {};
    const headers = { 'x-bh-token': token, ...type, ...change.headers };
    const init = { method, headers, ...(isPost && method !== 'GET' && { body }) };
    return { kind, status, names, request: new Request(`http://localhost${path}?${query}`, init) };
  };

const fiats = (...names: string[]) => names.map((fiat) => ({ fiat }));
const statuses = (orderType: string, ...list: number[]) =>
  list.map((orderStatus) => ({ orderType, orderStatus }));
/** Payment ids and their currencies. */
const ids = (pairs: Readonly<Record<number, string>>) =>
  Object.entries(pairs).map(([id, fiat]) => ({ paymentId: Number(id), fiat }));

/** Invalid parameters by the specification's rules beyond types, grouped by operation and kind. */
const RULES: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>> = {
  orders: {
    'status of another kind': [
      ...statuses('fiat_to_crypto', 41, 51, 71, 72, 20),
      ...statuses('crypto_to_fiat', 41, 51, 71, 72),
      ...statuses('fiat_to_fiat', 40, 50, 70),
    ],
  },
  claim: { 'fiat beyond the limit': fiats('BRL', 'COP', 'PEN', 'USD', 'EUR') },
  transfer: {
    'fiat beyond the limit': fiats('USD', 'EUR', 'CNY'),
    'payment id of another fiat': ids({ 105: 'MXN', 58: 'ARS', 63: 'COP', 92: 'BRL', 90: 'PEN' }),
    'transfer to the sender': [{ fromMerchantId: 7001, toMerchantId: 7001 }],
  },
  'virtual-accounts': {
    'fiat beyond the limit': fiats('PEN', 'EUR'),
    'payment id': ids({ 58: 'MXN', 72: 'MXN', 137: 'ARS', 135: 'ARS', 1: 'BRL' }),
    'payment id of another fiat': ids({ 105: 'ARS', 63: 'MXN', 81: 'BRL' }),
  },
  'pending-fund': {
    'fiat beyond the limit': fiats('CNY', 'HKD'),
    'no amount for 95 and 137': ids({ 95: 'PEN', 137: 'ARS' }).map((each) => ({
      ...each,
      amount: undefined,
    })),
    'payment id': ids({ 1: 'MXN', 999: 'BRL' }),
    'payment id of another fiat': ids({ 85: 'USD', 81: 'EUR', 105: 'ARS' }),
  },
  activation: activationRules(),
};

function activationRules(): Readonly<Record<string, readonly object[]>> {
  const { clabe, penAccount, agreement } = BODIES;
  const pen = penAccount.fieldList;
  const [types, numbers] = ['customerIdentificationType', 'customerIdentification'] as const;
  const identifications = {
    '00': '1234567',
    '01': '123456789',
    '02': '1234567890',
    '03': '123456789',
    '06': '1',
  };
  const fields: readonly object[] = [
    ...Object.keys(pen).map((name) => ({ ...pen, [name]: undefined })),
    ...['extra', 'cuit'].map((name) => ({ ...pen, [name]: 'x' })),
    ...Object.entries(identifications).map(([type, number]) => ({
      ...pen,
      [types]: type,
      [numbers]: number,
    })),
  ];
  const rules = {
    'trench of another fiat': [{ ...clabe, fiat: 'BRL' }],
    'unknown trench': [{ ...clabe, trench: 'second Pix channel' }],
    callbackUri: [
      { ...clabe, callbackUri: 'https://shop.example' },
      { ...agreement, callbackUri: undefined },
    ],
    fieldList: [
      { ...clabe, fieldList: undefined },
      { ...clabe, fiat: 'BRL', trench: 'BANK_NAME_A' },
      ...fields.map((fieldList) => ({ ...penAccount, fieldList })),
    ],
  };
  // Leaves out the `callbackUri` of the original request.
  const onItsOwn = (body: object) => ({ callbackUri: undefined, ...body });
  return Object.fromEntries(Object.entries(rules).map(([kind, bodies]) => [kind, bodies.map(onItsOwn)]));
}

/** The ways in which a request to any operation can be malformed. */
function anyForms(form: ToForm, { method, path }: Operation): readonly Form[] {
  const methods = ['PUT', 'DELETE', 'PATCH', method === 'GET' ? 'POST' : 'GET'];
  return [
    ...['/v2/payments', `${path}/1`].map((other) =>
      form('unknown path', {}, { status: 404, names: ['route'], path: other }),
    ),
    ...methods.map((other) => form('method', {}, { status: 405, names: [method], method: other })),
    ...['extra', 'MerchantId', 'constructor'].map((unknown) => form('unknown name', { [unknown]: '1' })),
  ];
}

/** The ways in which any body can be malformed, whatever its members are. */
function bodyForms(form: ToForm, params: object): readonly Form[] {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'];
  const bytes = new Uint8Array([0x7b, 0xff, 0x7d]);
  const bodies = ['', '{', 'null', '[]', '"text"', '1', `${stringify(params)}x`, bytes];
  const after = (first: string) => `{${first},${stringify({ ...params, fiat: 'MXN' })!.slice(1)}`;
  return [
    ...types.map((type) =>
      form('content type', {}, { status: 415, names: ['Content-Type'], headers: { 'content-type': type } }),
    ),
    ...bodies.map((body) => form('no JSON object', {}, { names: ['body'], body })),
    form('repeated member', {}, { names: ['repeats'], body: after('"fiat":"MXN"') }),
    form('repeated member', {}, { names: ['JSON'], body: after('"fiat":"ARS"') }),
    form('unknown name', {}, { names: ['__proto__'], body: after('"__proto__":1') }),
    form('too large', { extra: 'x'.repeat(70_000) }, { status: 413, names: ['body'] }),
    form('query of a body', {}, { names: ['dry'], query: 'dry=1' }),
  ];
}

/**
 * Every way in which a request to this operation can be malformed: always the same number, in the same order.
 */
export function malformed(name: string, call: Call): readonly Form[] {
  const { operation, params } = call;
  const { method, parameters, maxPageSize } = operation;
  const form = formsOf(call);
  const known = Object.keys(parameters);
  const wrong = method === 'POST' ? WRONG_VALUES : WRONG_TEXTS;
  // The token is checked first, before a body is read.
  const token = (text: string) =>
    form('token', {}, { status: 401, names: ['X-BH-TOKEN'], headers: { 'x-bh-token': text }, body: '{' });
  const repeated = (each: string) =>
    form('repeated name', {}, { names: [each], query: `${queryOf(params)}&${each}=1&${each}=1` });
  return [
    ...anyForms(form, operation),
    ...(name === 'pairs' ? [] : ['wrong', 'control-token', ''].map(token)),
    ...(method === 'POST' ? bodyForms(form, params) : known.map(repeated)),
    ...known.flatMap((each) => {
      const type = parameters[each]!.replace('?', '') as Type;
      const isRequired = type === parameters[each];
      return [
        ...(isRequired ? [form('missing', { [each]: undefined })] : []),
        ...wrong[type].map((value) => form(`malformed ${type}`, { [each]: value })),
      ];
    }),
    ...(maxPageSize ? [form('pageSize beyond the limit', { pageSize: maxPageSize + 1 })] : []),
    ...(known.includes('endTime') ? [form('startTime after endTime', { startTime: 2, endTime: 1 })] : []),
    ...Object.entries(RULES[name] ?? {}).flatMap(([kind, changes]) =>
      changes.map((changed) => form(kind, changed)),
    ),
  ];
}

/** The operation of a request path. */
export const operationAt = (path: string): string | undefined =>
  Object.keys(OPERATIONS).find((name) => OPERATIONS[name]!.path === path);
