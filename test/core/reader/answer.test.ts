import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  isJsonObject,
  readEnvelope,
  own,
  readArrival,
  readOffers,
  recordsOf,
  type JsonObject,
} from '../../../src/core/reader/answer.js';
import { isProblem, type Problem } from '../../../src/core/problem.js';

const opened = (answer: unknown) => {
  const result = readEnvelope(answer);
  if (isProblem(result)) assert.fail(result.kind);
  return result;
};
const refused = (answer: unknown): Problem => {
  const result = readEnvelope(answer);
  assert.ok(isProblem(result));
  return result;
};
const parsed = (json: string): JsonObject => {
  const value: unknown = JSON.parse(json);
  assert.ok(isJsonObject(value));
  return value;
};

describe('an envelope', () => {
  it('is a success with code 200 or 0, as number or string, whatever its msg', () => {
    for (const code of [200, 0, '200', '0'])
      for (const msg of ['SUCCESS', 'FAIL', '', null])
        assert.deepEqual(opened({ code, msg, data: {} }).data, {});
  });

  it('is refused with any other code, which is kept for the merchant', () => {
    for (const code of [
      1,
      201,
      500,
      -1,
      '00',
      '0200',
      '200 ',
      'SUCCESS',
      '',
      null,
      true,
      false,
      [200],
      {},
      200.5,
    ])
      assert.equal(
        refused({ code, msg: 'no', data: { fieldList: {} } }).kind,
        'refused',
        JSON.stringify(code),
      );
    const problem = refused({ code: 40101, msg: 'account not active' });
    assert.deepEqual([problem.code, problem.message], ['40101', 'account not active']);
  });

  it('is unreadable where success has no data, or data of another shape', () => {
    for (const data of [null, undefined, '', 'text', 5, true])
      assert.equal(refused({ code: 200, data }).kind, 'unreadable');
    assert.equal(refused({ code: 0, msg: 'SUCCESS' }).kind, 'unreadable');
  });

  it('is unreadable where it is no object', () => {
    for (const answer of [null, undefined, 'text', 5, true, [], [{ code: 200, data: {} }]])
      assert.equal(refused(answer).kind, 'unreadable');
  });

  it('may be left away: its bare data is taken', () => {
    assert.deepEqual(opened({ fieldList: {} }), { data: { fieldList: {} }, test: false });
  });

  it('brings what stands beside its data, where it has its form', () => {
    const beside = { paymentId: 90, fiat: 'BRL', amount: '150.00', arrival: 'token', test: true };
    assert.deepEqual(opened({ code: 200, data: {}, ...beside }), { data: {}, ...beside });
    const wrong = { paymentId: '90', fiat: 5, amount: '1,5', arrival: '', test: 'true' };
    assert.deepEqual(opened({ code: 200, data: {}, ...wrong }), { data: {}, test: false });
    assert.equal(opened({ code: 200, data: {}, fiat: '<b>' }).fiat, undefined);
  });

  it('has no property a prototype lends', () => {
    assert.equal(own({}, 'constructor'), undefined);
    assert.equal(own(parsed('{"__proto__": {"code": 200}}'), 'code'), undefined);
    assert.deepEqual(own(parsed('{"__proto__": 5}'), '__proto__'), 5);
  });

  it('is opened or refused, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        readEnvelope(value);
        readEnvelope({ code: 200, data: value });
      }),
    );
  });
});

describe('the records of an answer', () => {
  const one = { fieldList: { a: '1' } };

  it('are under record, data or list, as one record or several', () => {
    for (const name of ['record', 'data', 'list']) {
      assert.deepEqual(recordsOf({ total: 50, [name]: one }), [one]);
      assert.deepEqual(recordsOf({ total: 50, [name]: [one, null, 'text', one] }), [one, one]);
    }
    assert.deepEqual(recordsOf({ record: null, data: [one] }), [one]);
  });

  it('are the data itself where it is no page', () => {
    for (const data of [one, {}, { fiat: 'MXN' }, { ...one, record: null }])
      assert.equal(recordsOf(data)[0], data);
  });

  it('are none where the list is no list: no second one is looked for behind it', () => {
    for (const data of [{ record: null }, { record: [] }, { record: 'text', data: [one] }, { list: 5 }])
      assert.deepEqual(recordsOf(data), []);
    assert.deepEqual(recordsOf(parsed('{"__proto__": {"record": [{}]}}')).length, 1);
  });
});

describe('offers', () => {
  it('are read with their rule and bounds', () => {
    const methods = [
      { paymentId: 95, fiat: 'PEN', amount: 'required', min: '10.00', max: '500' },
      { paymentId: 90, fiat: 'BRL', amount: 'none' },
      { paymentId: 92, amount: 'optional', fixed: '22.50' },
    ];
    assert.deepEqual(readOffers({ methods }), methods);
  });

  it('lose entries without a usable id, and take an unknown rule for none', () => {
    const methods = [
      null,
      5,
      {},
      { paymentId: '90' },
      { paymentId: -1 },
      { paymentId: 1.5 },
      { paymentId: 7, amount: 'x' },
    ];
    assert.deepEqual(readOffers({ methods }), [{ paymentId: 7, amount: 'none' }]);
  });

  it('lose amounts that are none and currencies that are none', () => {
    const methods = [{ paymentId: 7, amount: 'none', fixed: '1,5', min: '-1', max: 'a lot', fiat: 'pesos' }];
    assert.deepEqual(readOffers({ methods }), [{ paymentId: 7, amount: 'none' }]);
  });

  it('are none where the data holds something else', () => {
    for (const data of [{}, { methods: null }, { methods: {} }]) assert.equal(readOffers(data), undefined);
  });
});

describe('an arrival', () => {
  const deposits = [{ txId: '1123123123', amount: '20.00', fiat: 'BRL', createTime: 1700000000000 }];

  it('is told with its deposits', () => {
    assert.deepEqual(readArrival({ status: 'arrived', deposits }), { arrived: true, deposits });
    assert.deepEqual(readArrival({ status: 'waiting' }), { arrived: false, deposits: [] });
  });

  it('is never told without a deposit, or in a word of its own', () => {
    assert.equal(readArrival({ status: 'arrived', deposits: [] })?.arrived, false);
    assert.equal(readArrival({ status: 'arrived', deposits: 'all' })?.arrived, false);
    for (const status of ['ARRIVED', 'paid', '', null, 2])
      assert.equal(readArrival({ status, deposits }), undefined);
  });

  it('takes a time of 13 digits alone: seconds are not guessed into milliseconds', () => {
    const timeOf = (createTime: unknown): unknown =>
      readArrival({ status: 'arrived', deposits: [{ createTime }] })?.deposits[0]?.createTime;
    assert.equal(timeOf('1700000000000'), 1700000000000);
    assert.equal(timeOf(1700000000000), 1700000000000);
    for (const time of [
      1700000000,
      '1700000000',
      '0x18bcfe56800',
      '17e11',
      true,
      [1700000000000],
      'now',
      -1,
      1.5,
    ])
      assert.equal(timeOf(time), undefined, JSON.stringify(time));
  });

  it('takes no id and no amount that a number could not hold', () => {
    const first = (deposit: object) => readArrival({ status: 'arrived', deposits: [deposit] })?.deposits[0];
    assert.deepEqual(first({ txId: 9007199254740993, amount: 90071992547409.93 }), {});
    assert.deepEqual(first({ txId: 42, amount: 22.5 }), { txId: '42', amount: '22.5' });
    assert.deepEqual(first({ txId: '9007199254740993', amount: '90071992547409.93' }), {
      txId: '9007199254740993',
      amount: '90071992547409.93',
    });
  });
});
