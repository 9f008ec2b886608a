import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isProblem } from '../../../src/core/problem.js';
import { METHODS } from '../../../src/core/methods.js';
import { readSlip } from '../../../src/core/reader/read-slip.js';
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

const HOSTILE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', ''];
const FIELD_KEYS = METHODS.flatMap(({ fields }) => fields.flatMap(({ keys }) => keys));
const MEMBER_KEYS = ['fiat', 'txId', 'realName', 'paymentMethodName', 'status', 'kind', 'record', 'data'];

/** Returns a JSON object with these entries. `__proto__` is an own property. */
function jsonObject(entries: readonly (readonly [string, unknown])[]): unknown {
  const members = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value ?? null)}`);
  return JSON.parse(`{${members.join(',')}}`);
}

const values = fc.oneof(
  fc.constantFrom<unknown>(...[CLABES, CBUS, CVUS, ROUTINGS, IBANS, AR_QR].flat(), PIX_KEY),
  fc.constantFrom<unknown>(...Object.values(PIX), ...Object.values(WRONG_PIX)),
  fc.constantFrom<unknown>('https://pay.example.com/1', 'javascript:alert(1)', 'data:image/png;base64,AA=='),
  fc.constantFrom<unknown>(200, 0, 2, '2', 1e21, -0, 706180304649761358, null, '', [], {}, [[['x']]], [{}]),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...HOSTILE_CHARS),
  fc.jsonValue({ maxDepth: 3 }),
);
const anyKey = (...keys: string[]) => fc.oneof(fc.constantFrom(...keys, ...HOSTILE_KEYS), fc.string());
const objectWith = (...keys: string[]) =>
  fc.array(fc.tuple(anyKey(...keys), values), { maxLength: 8 }).map(jsonObject);
const fieldLists = fc.oneof(
  objectWith(...FIELD_KEYS),
  fc
    .array(fc.tuple(anyKey(...FIELD_KEYS), fc.oneof(values, fc.array(values), objectWith(...FIELD_KEYS))))
    .map(jsonObject),
  fc.array(fc.record({ name: anyKey(...FIELD_KEYS), value: values })),
);
const records = fc
  .tuple(fieldLists, fc.array(fc.tuple(anyKey(...MEMBER_KEYS), values), { maxLength: 4 }))
  .map(([fieldList, others]) => jsonObject([...others, ['fieldList', fieldList]]));
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
const requests = fc.record(
  {
    paymentId: fc.constantFrom(...METHODS.map(({ id }) => id), 999),
    amount: fc.constantFrom('10.00', '1', 'x'),
  },
  { requiredKeys: [] },
);

describe('any JSON value', () => {
  it('results in a frozen slip or problem, and never throws', () => {
    let slips = 0;
    fc.assert(
      fc.property(answers, requests, fc.boolean(), (answer, request, strict) => {
        const result = readSlip(answer, request, { strict });
        assertOutcome(result);
        if (!isProblem(result)) slips++;
      }),
      { numRuns: 3_000 },
    );
    assert.ok(slips > 30, `only ${slips} of 3,000 results were slips, too few for the property`);
  });

  it('has the same result each time, and changes neither itself nor the prototypes', () => {
    fc.assert(
      fc.property(answers, requests, (answer, request) => {
        const before = JSON.stringify(answer);
        assert.deepEqual(readSlip(answer, request), readSlip(answer, request));
        assert.equal(JSON.stringify(answer), before);
        assert.deepEqual(Object.keys(Object.prototype), []);
      }),
    );
  });

  it('that is nested 100,000 levels deep results in a problem, or the deep part is omitted', () => {
    const named = (paymentMethodName: unknown): unknown =>
      answerWith({ 'Cuenta CLABE': CLABES[0] }, { paymentMethodName });
    assert.deepEqual(keysOf(slipOf(named({ toString: 1 }))), ['Cuenta CLABE']);
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
      assert.deepEqual(keysOf(slipOf(named(value))), ['Cuenta CLABE']);
      assert.deepEqual(keysOf(slipOf(answerWith({ 'Cuenta CLABE': CLABES[0], a: value }))), ['Cuenta CLABE']);
    }
  });
});

// docs/reading-policy.md R28
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

  it('provide no inherited properties', () => {
    const json = `{"code":200,"data":{"__proto__":{"fieldList":{"Cuenta CLABE":"${CLABES[0]}"}}}}`;
    assert.ok(isProblem(readSlip(JSON.parse(json), { paymentId: 105 })));
    assert.ok(
      isProblem(
        readSlip(Object.create({ code: 200, data: { fieldList: { 'Cuenta CLABE': CLABES[0] } } }), {}),
      ),
    );
  });
});

// docs/reading-policy.md R26
describe('a hostile character', () => {
  const sepa = { 'Deposit Message': 'BRGJT5PNSZX636P9EC2D', 'BIC/Swift Code': 'ABNABE2A', IBAN: IBANS[0] };

  it('makes the response unsafe in any identifier: not essential, of an unknown method, or in an array', () => {
    const fields = { 'Cuenta CLABE': CLABES[0], Bic: 'ABNABE2\u0410' };
    assert.equal(problemKind(answerWith(fields), { paymentId: 105 }), 'unsafe');
    assert.equal(
      problemKind(answerWith({ IBAN: [IBANS[0], `${IBANS[1]}\u200b`] }), { paymentId: 999 }),
      'unsafe',
    );
  });

  it('is removed from other text if it is a control character', () => {
    const fields = { ...sepa, 'Bank Beneficiary Name': 'Tienda\u202e Sol\u0007' };
    const row = rowOf(slipOf(answerWith(fields), { paymentId: 85 }), 'Bank Beneficiary Name');
    assert.deepEqual([row.copy, row.reason], ['Tienda Sol', 'cleaned']);
  });
});
