/** Requests that the specification forbids, made from one that it allows. */
import { stringify } from 'lossless-json';
import { BODIES } from '../../requests.js';
import { OPERATIONS, typeOf, type Operation, type Type } from './spec.js';

/** A request to an operation, and its parameters: of the query as text, of the body as JSON. */
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
  /** `msg` names one of these (README: Errors). */
  readonly names: readonly string[];
  readonly request: Request;
}

/** Values that a type excludes, as text, and as JSON (README: Parameters, Bodies, Amounts, clientId). */
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
const NO_NUMBERS = [null, true, [], {}, '1', 1.5, -1, 0];
const NO_TEXTS = [null, true, [], {}, 1];
const WRONG_VALUES: Readonly<Record<Type, readonly unknown[]>> = {
  ...{ id: NO_NUMBERS, size: NO_NUMBERS, time: NO_NUMBERS },
  amount: [...WRONG_TEXTS.amount, null, true, [], {}, 0, -1, 0.001, 1e30],
  text: [...WRONG_TEXTS.text, ...NO_TEXTS],
  clientId: [...WRONG_TEXTS.clientId, ...NO_TEXTS],
  fiat: [...WRONG_TEXTS.fiat, ...NO_TEXTS],
  word: [...WRONG_TEXTS.word, ...NO_TEXTS],
  url: [...WRONG_TEXTS.url, ...NO_TEXTS],
  object: [...NO_TEXTS.filter((value) => JSON.stringify(value) !== '{}'), 'x'],
};

interface Parts {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly query?: string;
}

/** A request with these parameters, and with other parts in place of the usual ones. */
function toRequest({ operation, token }: Call, params: object, parts: Parts = {}): Request {
  const {
    method = operation.method,
    path = operation.path,
    headers,
    body = stringify(params)!,
    query,
  } = parts;
  const search =
    operation.method === 'GET' ? String(new URLSearchParams(params as Record<string, string>)) : '';
  const sent = {
    'x-bh-token': token,
    ...(operation.method === 'POST' && { 'content-type': 'application/json' }),
    ...headers,
  };
  const hasBody = operation.method === 'POST' && method !== 'GET';
  return new Request(`http://localhost${path}?${query ?? search}`, {
    method,
    headers: sent,
    ...(hasBody && { body }),
  });
}

type Rule = readonly [kind: string, names: readonly string[], params: object];

/** What the specification says beyond the type of a parameter: changed members, by operation. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  orders: [
    ...[71, 72, 41, 51, 20].map((status): Rule => [
      'status of another kind',
      ['orderStatus'],
      { orderType: 'fiat_to_crypto', orderStatus: status },
    ]),
    ...[70, 40, 50].map((status): Rule => [
      'status of another kind',
      ['orderStatus'],
      { orderType: 'fiat_to_fiat', orderStatus: status },
    ]),
  ],
  claim: ['BRL', 'COP', 'PEN', 'USD', 'EUR'].map((fiat): Rule => [
    'fiat beyond the limit',
    ['fiat'],
    { fiat },
  ]),
  transfer: [
    ...['USD', 'EUR', 'CNY'].map((fiat): Rule => ['fiat beyond the limit', ['fiat'], { fiat }]),
    ...[
      ['MXN', 105],
      ['ARS', 58],
      ['COP', 63],
      ['BRL', 92],
      ['PEN', 90],
    ].map(([fiat, paymentId]): Rule => ['payment id of another fiat', ['paymentId'], { fiat, paymentId }]),
    ['transfer to the sender', ['toMerchantId'], { fromMerchantId: 7001, toMerchantId: 7001 }],
  ],
  'virtual-accounts': [
    ...['PEN', 'EUR'].map((fiat): Rule => ['fiat beyond the limit', ['fiat'], { fiat }]),
    ...[58, 72, 85, 95, 137, 1].map((paymentId): Rule => [
      'payment id',
      ['paymentId'],
      { paymentId, fiat: 'MXN' },
    ]),
    ['payment id of another fiat', ['fiat'], { paymentId: 105, fiat: 'ARS' }],
  ],
  'pending-fund': [
    ...['CNY', 'HKD'].map((fiat): Rule => ['fiat beyond the limit', ['fiat'], { fiat }]),
    ...[
      ['95', 'PEN'],
      ['137', 'ARS'],
    ].map(([paymentId, fiat]): Rule => [
      'no amount for 95 and 137',
      ['amount'],
      { paymentId, fiat, amount: undefined },
    ]),
    ['payment id', ['paymentId'], { paymentId: 1 }],
    ['payment id of another fiat', ['fiat'], { paymentId: 85, fiat: 'USD', amount: '1' }],
  ],
  activation: activationRules(),
};

function activationRules(): readonly Rule[] {
  const { clabe, penAccount: pen, agreement } = BODIES;
  const rule = (kind: string, name: string, body: object): Rule => [
    kind,
    [name],
    { callbackUri: undefined, fieldList: undefined, ...body },
  ];
  const penFields = (changed: object) => ({ ...pen, fieldList: { ...pen.fieldList, ...changed } });
  const identifications = [
    ['00', '1234567'],
    ['01', '123456789'],
    ['02', '1234567890'],
    ['03', '123456789'],
    ['06', '1'],
  ];
  return [
    rule('trench of another fiat', 'fiat', { ...clabe, fiat: 'BRL' }),
    rule('unknown trench', 'trench', { ...clabe, trench: 'second Pix channel' }),
    rule('callbackUri', 'callbackUri', { ...clabe, callbackUri: 'https://shop.example' }),
    rule('callbackUri', 'callbackUri', { ...agreement, callbackUri: undefined }),
    rule('fieldList', 'fieldList', { ...clabe, fieldList: undefined }),
    rule('fieldList', 'fieldList', {
      merchantId: 7001,
      fiat: 'BRL',
      trench: 'BANK_NAME_A',
      fieldList: { alias: 'a' },
    }),
    ...Object.keys(pen.fieldList).map((name) => rule('fieldList', name, penFields({ [name]: undefined }))),
    ...['extra', 'cuit'].map((name) => rule('fieldList', name, penFields({ [name]: 'x' }))),
    ...identifications.map(([customerIdentificationType, customerIdentification]) =>
      rule(
        'identification',
        'customerIdentification',
        penFields({ customerIdentificationType, customerIdentification }),
      ),
    ),
  ];
}

/** Every way in which a request of this operation can be malformed; each time the same list, for the same parameters. */
export function malformed(name: string, call: Call): readonly (() => Malformed)[] {
  const { operation, params } = call;
  const { method, path, required, optional, maxPageSize } = operation;
  const isPost = method === 'POST';
  const form =
    (kind: string, status: number, names: readonly string[], changed: object, parts?: Parts) =>
    (): Malformed => ({
      ...{ kind, status, names },
      request: toRequest(call, withoutUndefined({ ...params, ...changed }), parts),
    });
  const known = [...required, ...optional];
  const query = (pair: string) =>
    `${isPost ? '' : `${String(new URLSearchParams(params as Record<string, string>))}&`}${pair}`;
  const other = method === 'GET' ? 'POST' : 'GET';
  const bytes = new Uint8Array([0x7b, 0xff, 0x7d]);
  const texts = ['', '{', 'null', '[]', '"text"', '1', `${stringify(params)}x`, bytes];
  return [
    ...(name === 'pairs'
      ? []
      : ['wrong', 'control-token', ''].map((token) =>
          form('token', 401, ['X-BH-TOKEN'], {}, { headers: { 'x-bh-token': token } }),
        )),
    form('unknown path', 404, ['route'], {}, { path: '/v2/payments' }),
    form('unknown path', 404, ['route'], {}, { path: `${path}/1` }),
    ...[other, 'PUT', 'DELETE', 'PATCH'].map((verb) => form('method', 405, [method], {}, { method: verb })),
    ...['extra', 'MerchantId', 'constructor'].map((unknown) =>
      form('unknown name', 400, [unknown], { [unknown]: '1' }),
    ),
    ...(isPost ? [form('query of a body', 400, ['dry'], {}, { query: query('dry=1') })] : []),
    ...(isPost
      ? []
      : known.map((each) => form('repeated name', 400, [each], {}, { query: query(`${each}=1&${each}=1`) }))),
    ...required.map((each) => form('missing', 400, [each], { [each]: undefined })),
    ...known.flatMap((each) => {
      const type = typeOf(each, operation);
      return (isPost ? WRONG_VALUES : WRONG_TEXTS)[type].map((value) =>
        form(`malformed ${type}`, 400, [each], { [each]: value }),
      );
    }),
    ...(maxPageSize
      ? [form('pageSize beyond the limit', 400, ['pageSize'], { pageSize: maxPageSize + 1 })]
      : []),
    ...(known.includes('endTime')
      ? [form('startTime after endTime', 400, ['startTime'], { startTime: 2, endTime: 1 })]
      : []),
    ...(isPost ? ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'] : []).map((type) =>
      form('content type', 415, ['Content-Type'], {}, { headers: { 'content-type': type } }),
    ),
    ...(isPost ? texts : []).map((body) => form('no JSON object', 400, ['body', 'JSON'], {}, { body })),
    ...(isPost
      ? [
          form(
            'repeated member',
            400,
            ['repeats'],
            {},
            { body: `{"fiat":"MXN",${stringify({ ...params, fiat: 'MXN' })!.slice(1)}` },
          ),
        ]
      : []),
    ...(isPost ? [form('too large', 413, ['body'], { extra: 'x'.repeat(70_000) })] : []),
    ...(RULES[name] ?? []).map(([kind, names, changed]) => form(kind, 400, names, changed)),
  ];
}

function withoutUndefined(params: object): object {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

/** The operation of a request, by its path. */
export const operationAt = (path: string): string | undefined =>
  Object.keys(OPERATIONS).find((name) => OPERATIONS[name]!.path === path);
