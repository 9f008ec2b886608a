import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isProblem } from '../../../src/core/problem.js';
import { METHODS } from '../../../src/core/methods.js';
import { readSlip } from '../../../src/core/reader/slip.js';
import {
  AR_QR,
  CBUS,
  CLABES,
  CVUS,
  HOSTILE_CHARS,
  IBANS,
  PIX,
  PIX_KEY,
  ROUTINGS,
  WRONG_PIX,
} from '../../fixtures/instruments.js';
import { answerWith, assertOutcome, keysOf, problemKind, rowOf, slipOf } from '../outcome.js';
import { insertions } from '../typos.js';

const HOSTILE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'hasOwnProperty',
  'length',
  '',
];
const REAL_KEYS = METHODS.flatMap(({ fields }) => fields.flatMap(({ keys }) => keys));
const RECORD_KEYS = [
  'fiat',
  'txId',
  'realName',
  'paymentMethodName',
  'status',
  'kind',
  'retryable',
  'record',
  'data',
];

/** A JSON object with these entries, `__proto__` among them as an own property. */
function jsonObject(entries: readonly (readonly [string, unknown])[]): unknown {
  const members = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value ?? null)}`);
  return JSON.parse(`{${members.join(',')}}`);
}

const values = fc.oneof(
  fc.constantFrom<unknown>(
    ...CLABES,
    ...CBUS,
    ...CVUS,
    ...ROUTINGS,
    ...IBANS,
    ...Object.values(PIX),
    ...Object.values(WRONG_PIX),
    ...AR_QR,
  ),
  fc.constantFrom<unknown>(
    PIX_KEY,
    'https://pay.example.com/1',
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
  ),
  fc.constantFrom<unknown>(200, 0, 2, '2', 1e21, -0, 706180304649761358, null, '', [], {}, [[['x']]], [{}]),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...HOSTILE_CHARS),
  fc.jsonValue({ maxDepth: 3 }),
);
const anyKey = (...keys: string[]) => fc.oneof(fc.constantFrom(...keys, ...HOSTILE_KEYS), fc.string());
const bag = (...keys: string[]) =>
  fc.array(fc.tuple(anyKey(...keys), values), { maxLength: 8 }).map(jsonObject);
const fieldLists = fc.oneof(
  bag(...REAL_KEYS),
  fc
    .array(fc.tuple(anyKey(...REAL_KEYS), fc.oneof(values, fc.array(values), bag(...REAL_KEYS))))
    .map(jsonObject),
  fc.array(fc.record({ name: anyKey(...REAL_KEYS), value: values })),
);
const records = fc
  .tuple(fieldLists, fc.array(fc.tuple(anyKey(...RECORD_KEYS), values), { maxLength: 4 }))
  .map(([fieldList, rest]) => jsonObject([...rest, ['fieldList', fieldList]]));
const data = fc.oneof(
  records,
  fc.record({ record: fc.oneof(records, fc.array(records)), total: values }),
  fc.record({ data: fc.array(records) }),
  fc.array(records),
);
const answers = fc.oneof(
  data,
  fc
    .tuple(fc.constantFrom(200, 0, '200', '0'), data)
    .map(([code, inner]) => ({ code, msg: 'SUCCESS', data: inner })),
  fc.jsonValue({ maxDepth: 6 }),
);
const asks = fc.record(
  {
    paymentId: fc.constantFrom(...METHODS.map(({ id }) => id), 999),
    amount: fc.constantFrom('10.00', '1', 'x'),
  },
  { requiredKeys: [] },
);

describe('any JSON value', () => {
  it('ends in a slip or a problem, frozen, shown as copied; nothing throws', () => {
    let slips = 0;
    fc.assert(
      fc.property(answers, asks, fc.boolean(), (answer, asked, strict) => {
        const result = readSlip(answer, asked, { strict });
        assertOutcome(result);
        if (!isProblem(result)) slips++;
      }),
      { numRuns: 10_000 },
    );
    assert.ok(slips > 100, `only ${slips} of 10,000 were slips: the property proves little`);
  });

  it('reads the same twice', () => {
    fc.assert(
      fc.property(answers, asks, (answer, asked) => {
        assert.deepEqual(readSlip(answer, asked), readSlip(answer, asked));
      }),
    );
  });

  it('is left as it was, and so are the prototypes', () => {
    fc.assert(
      fc.property(answers, asks, (answer, asked) => {
        const before = JSON.stringify(answer);
        readSlip(answer, asked);
        assert.equal(JSON.stringify(answer), before);
        assert.deepEqual(Object.keys(Object.prototype), []);
      }),
    );
  });

  it('nested 100,000 deep ends in a problem or leaves the deep part out', () => {
    const deep = (open: string, close: string): unknown =>
      JSON.parse(`${open.repeat(100_000)}1${close.repeat(100_000)}`);
    for (const value of [
      deep('[', ']'),
      deep('{"a":', '}'),
      deep('{"fieldList":', '}'),
      deep('{"record":[', ']}'),
    ]) {
      assert.ok(isProblem(readSlip(value, {})));
      assert.ok(isProblem(readSlip({ code: 200, data: value }, {})));
      assert.ok(isProblem(readSlip(answerWith(value), {})));
      assert.ok(isProblem(readSlip(answerWith({ 'Cuenta CLABE': value }), { paymentId: 105 })));
      assert.deepEqual(keysOf(slipOf(answerWith({ 'Cuenta CLABE': CLABES[0], a: value }))), ['Cuenta CLABE']);
    }
  });

  it('with 10,000 keys, or keys of 10,000 signs, is unreadable', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, 'x']));
    for (const paymentId of [105, 999]) {
      assert.equal(
        problemKind(answerWith({ ...many, 'Cuenta CLABE': CLABES[0] }), { paymentId }),
        'unreadable',
      );
      assert.equal(
        problemKind(answerWith({ 'Cuenta CLABE': CLABES[0], ['k'.repeat(10_000)]: 'x' }), { paymentId }),
        'unreadable',
      );
    }
    slipOf({ code: 200, data: { ...many, fieldList: { 'Cuenta CLABE': CLABES[0] } }, ...many });
  });
});

describe('hostile keys', () => {
  it('are ordinary unknown rows', () => {
    const fields = jsonObject([
      ['Cuenta CLABE', CLABES[0]],
      ...HOSTILE_KEYS.map((key) => [key, 'x'] as const),
    ]);
    const slip = slipOf(answerWith(fields), { paymentId: 105 });
    assert.deepEqual(keysOf(slip).toSorted(), ['Cuenta CLABE', ...HOSTILE_KEYS].toSorted());
    for (const key of HOSTILE_KEYS) assert.equal(rowOf(slip, key).kind, 'text');
  });

  it('lend nothing: fields of a __proto__ are not the record’s', () => {
    const json = `{"code":200,"data":{"__proto__":{"fieldList":{"Cuenta CLABE":"${CLABES[0]}"}}}}`;
    assert.ok(isProblem(readSlip(JSON.parse(json), { paymentId: 105 })));
    assert.ok(
      isProblem(
        readSlip(Object.create({ code: 200, data: { fieldList: { 'Cuenta CLABE': CLABES[0] } } }), {}),
      ),
    );
  });
});

describe('a hostile sign at any place', () => {
  const sepa = { 'Deposit Message': 'BRGJT5PNSZX636P9EC2D', 'BIC/Swift Code': 'ABNABE2A', IBAN: IBANS[0] };

  it('makes the answer unsafe in an identifier that is not essential, under an unknown id, in an array', () => {
    const fields = { 'Cuenta CLABE': CLABES[0], Bic: 'ABNABE2\u0410' };
    assert.equal(problemKind(answerWith(fields), { paymentId: 105 }), 'unsafe');
    assert.equal(
      problemKind(answerWith({ IBAN: [IBANS[0], `${IBANS[1]}\u200b`] }), { paymentId: 999 }),
      'unsafe',
    );
  });

  it('is left out of other text where it is a control, which is said', () => {
    const fields = { ...sepa, 'Bank Beneficiary Name': 'Tienda\u202e Sol\u0007' };
    const row = rowOf(slipOf(answerWith(fields), { paymentId: 85 }), 'Bank Beneficiary Name');
    assert.deepEqual([row.copy, row.reason], ['Tienda Sol', 'cleaned']);
  });

  it('in a link leaves the link out', () => {
    for (const sign of HOSTILE_CHARS)
      for (const raw of insertions('https://pay.example.com/1', sign))
        assert.equal(problemKind(answerWith({ paymentLink: raw }), { paymentId: 95 }), 'incomplete');
  });
});
