import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  readArrival,
  readEnvelope,
  readLast,
  readOffers,
  type Arrival,
  type Envelope,
} from '../../../src/core/reader/endpoint-response.js';
import { recordsOf } from '../../../src/core/reader/envelope.js';
import { isJsonObject, own, type JsonObject } from '../../../src/core/reader/members.js';
import { isProblem, type Problem } from '../../../src/core/problem.js';

const envelopeOf = (answer: unknown): Envelope => {
  const result = readEnvelope(answer);
  if (isProblem(result)) assert.fail(result.kind);
  return result;
};
const problemOf = (answer: unknown): Problem => {
  const result = readEnvelope(answer);
  assert.ok(isProblem(result), JSON.stringify(answer));
  return result;
};
const parse = (json: string): JsonObject => {
  const value: unknown = JSON.parse(json);
  assert.ok(isJsonObject(value));
  return value;
};

describe('an envelope', () => {
  // docs/reading-policy.md R1
  it('is a success with code 200 or 0, as a number or a string, whatever its msg', () => {
    for (const code of [200, 0, '200', '0'])
      for (const msg of ['SUCCESS', 'FAIL', '', null])
        assert.deepEqual(structuredClone(envelopeOf({ code, msg, data: {} })).data, {});
  });

  it('is refused with any other code, which is kept for the merchant', () => {
    const numbers = [1, 201, 500, -1, 200.5];
    const others = ['00', '0200', '200 ', 'SUCCESS', '', null, true, false, [200], {}];
    for (const code of [...numbers, ...others])
      assert.equal(problemOf({ code, msg: 'no', data: { fieldList: {} } }).kind, 'refused');
    const problem = problemOf({ code: 40101, msg: 'account not active' });
    assert.deepEqual([problem.code, problem.message], ['40101', 'account not active']);
  });

  it('is unreadable if a success has no data, or data of another type', () => {
    for (const data of [null, undefined, '', 'text', 5, true])
      assert.equal(problemOf({ code: 200, data }).kind, 'unreadable');
    assert.equal(problemOf({ code: 0, msg: 'SUCCESS' }).kind, 'unreadable');
  });

  it('is unreadable if it is not an object', () => {
    for (const answer of [null, undefined, 'text', 5, true, [], [{ code: 200, data: {} }]])
      assert.equal(problemOf(answer).kind, 'unreadable');
  });

  it('may be absent: bare data is read', () => {
    assert.deepEqual(structuredClone(envelopeOf({ fieldList: {} })), {
      data: { fieldList: {} },
      test: false,
    });
  });

  it('keeps the members next to data if they are valid', () => {
    const members = { paymentId: 90, fiat: 'BRL', amount: '150.00', arrival: 'token', test: true };
    assert.deepEqual(structuredClone(envelopeOf({ code: 200, data: {}, ...members })), {
      data: {},
      ...members,
    });
    const wrong = { fiat: '<b>', amount: '1,5', arrival: '', test: 'true' };
    for (const paymentId of ['90', 0, -90, 90.5, NaN, 2 ** 53])
      assert.deepEqual(structuredClone(envelopeOf({ code: 200, data: {}, ...wrong, paymentId })), {
        data: {},
        test: false,
      });
  });

  it('keeps the previous deposit if it has an amount and a currency', () => {
    const previousOf = (previous: unknown) => envelopeOf({ code: 200, data: {}, previous }).previous;
    const deposit = { amount: '20.00', fiat: 'BRL' };
    for (const previous of [deposit, { ...deposit, txId: '7', createTime: 1700000000000 }])
      assert.deepEqual(structuredClone(previousOf(previous)), previous);
    assert.deepEqual(
      structuredClone(previousOf({ ...deposit, amount: 22.5, createTime: 1700000000, txId: {} })),
      {
        ...deposit,
        amount: '22.5',
      },
    );
    const invalid = [
      { amount: '1,5' },
      { amount: '0' },
      { amount: -1 },
      { fiat: 'reais' },
      { fiat: ['BRL'] },
    ];
    const others = [
      null,
      'BRL',
      [deposit],
      {},
      { amount: '20.00' },
      parse(`{"__proto__":${JSON.stringify(deposit)}}`),
    ];
    for (const previous of [...others, ...invalid.map((change) => ({ ...deposit, ...change }))])
      assert.equal(previousOf(previous), undefined, JSON.stringify(previous));
    assert.equal(envelopeOf(parse(`{"code":200,"data":{},"__proto__":{"previous":{}}}`)).previous, undefined);
  });

  // docs/reading-policy.md R28
  it('has no inherited properties', () => {
    assert.equal(own({}, 'constructor'), undefined);
    assert.equal(own(parse('{"__proto__": {"code": 200}}'), 'code'), undefined);
    assert.equal(own(parse('{"__proto__": 5}'), '__proto__'), 5);
  });
});

// docs/reading-policy.md R14
describe('the records of a response', () => {
  const record = { fieldList: { a: '1' } };

  it('are under record, data or list, as one record or an array', () => {
    for (const name of ['record', 'data', 'list']) {
      assert.deepEqual(recordsOf({ total: 50, [name]: record }), [record]);
      assert.deepEqual(recordsOf({ total: 50, [name]: [record, null, 'text', record] }), [record, record]);
    }
    assert.deepEqual(recordsOf({ record: null, data: [record] }), [record]);
  });

  it('are the data itself if there is no page', () => {
    for (const data of [record, {}, { fiat: 'MXN' }, { ...record, record: null }])
      assert.equal(recordsOf(data)[0], data);
    assert.equal(recordsOf(parse('{"__proto__": {"record": [{}]}}')).length, 1);
  });

  it('are absent if the first list has another type', () => {
    for (const data of [{ record: null }, { record: [] }, { record: 'text', data: [record] }, { list: 5 }])
      assert.deepEqual(recordsOf(data), []);
  });
});

describe('offered methods', () => {
  it('have an amount rule and bounds', () => {
    const methods = [
      { paymentId: 95, fiat: 'PEN', amount: 'required', min: '10.00', max: '500' },
      { paymentId: 90, fiat: 'BRL', amount: 'none' },
      { paymentId: 92, amount: 'optional', fixed: '22.50' },
    ];
    assert.deepEqual(structuredClone(readOffers({ methods })), methods);
  });

  it('are omitted without a valid id, and lose invalid members', () => {
    const invalidIds = [null, 5, {}, { paymentId: '90' }, { paymentId: -1 }, { paymentId: 1.5 }];
    const invalidMembers = { amount: 'x', fixed: '1,5', min: '-1', max: 'a lot', fiat: 'pesos' };
    const methods = [...invalidIds, { paymentId: 7, ...invalidMembers }];
    assert.deepEqual(structuredClone(readOffers({ methods })), [{ paymentId: 7, amount: 'none' }]);
  });

  it('are undefined if the data has no list of methods', () => {
    for (const data of [{}, { methods: null }, { methods: {} }]) assert.equal(readOffers(data), undefined);
  });
});

describe('the last choice', () => {
  const methods = [
    { paymentId: 95, fiat: 'PEN', amount: 'required' },
    { paymentId: 90 },
    { paymentId: '63' },
  ];
  const lastOf = (last: unknown, more: object = { methods }) => readLast({ last, ...more });

  it('is one of the offered methods, with the amount that the payer entered', () => {
    for (const last of [{ paymentId: 90 }, { paymentId: 95, amount: '150.00' }])
      assert.deepEqual(structuredClone(lastOf(last)), last);
  });

  it('loses an invalid amount', () => {
    for (const amount of ['1,5', '0', '-1', '1e3', true, ['1'], {}, null])
      assert.deepEqual(
        structuredClone(lastOf({ paymentId: 95, amount })),
        { paymentId: 95 },
        JSON.stringify(amount),
      );
  });

  it('is undefined if it was not offered, has another type or is inherited', () => {
    const ids = [63, '90', '63', 90.5, -90, null, [90], { valueOf: 90 }].map((paymentId) => ({ paymentId }));
    for (const last of [
      ...ids,
      {},
      90,
      '90',
      [{ paymentId: 90 }],
      null,
      undefined,
      parse('{"__proto__":{"paymentId":90}}'),
    ])
      assert.equal(lastOf(last), undefined, JSON.stringify(last));
    const inherited = Object.create({ last: { paymentId: 90 } }) as JsonObject;
    assert.equal(readLast(Object.assign(inherited, { methods })), undefined);
    for (const more of [{}, { methods: [] }, { methods: { 0: { paymentId: 90 } } }, { fieldList: {} }])
      assert.equal(lastOf({ paymentId: 90 }, more), undefined);
    assert.equal(
      readLast(parse('{"methods":[{"paymentId":90}],"__proto__":{"last":{"paymentId":90}}}')),
      undefined,
    );
  });
});

describe('an arrival', () => {
  const deposits = [{ txId: '1123123123', amount: '20.00', fiat: 'BRL', createTime: 1700000000000 }];
  const arrivalIn = (data: JsonObject): Arrival => {
    const arrival = readArrival(data);
    assert.ok(arrival && !isProblem(arrival));
    return arrival;
  };
  const firstDeposit = (deposit: object) => arrivalIn({ status: 'arrived', deposits: [deposit] }).deposits[0];

  it('has its deposits', () => {
    assert.deepEqual(structuredClone(readArrival({ status: 'arrived', deposits })), {
      arrived: true,
      deposits,
    });
    assert.deepEqual(structuredClone(readArrival({ status: 'waiting' })), { arrived: false, deposits: [] });
  });

  it('is not reported without a deposit or with an unknown status', () => {
    assert.equal(arrivalIn({ status: 'arrived', deposits: [] }).arrived, false);
    assert.equal(arrivalIn({ status: 'arrived', deposits: 'all' }).arrived, false);
    for (const status of ['ARRIVED', 'paid', '', null, 2])
      assert.equal(readArrival({ status, deposits }), undefined);
  });

  it('is not mistaken for a slip, and neither a slip nor a list for an arrival', () => {
    for (const data of [{ fieldList: {} }, { status: 1, fieldList: {} }, { methods: [] }, { deposits }])
      assert.equal(readArrival(data), undefined);
    assert.equal(arrivalIn({ status: 'arrived', fieldList: {} }).arrived, false);
    assert.equal(readArrival(parse(`{"__proto__":{"status":"arrived"},"deposits":[{}]}`)), undefined);
    assert.equal(arrivalIn(parse(`{"status":"arrived","__proto__":{"deposits":[{}]}}`)).arrived, false);
  });

  // docs/reading-policy.md R12
  it('has a time only if it is 13 digits: seconds are not converted', () => {
    for (const createTime of ['1700000000000', 1700000000000])
      assert.equal(firstDeposit({ createTime })?.createTime, 1700000000000);
    const others = [true, [1700000000000], 'now', -1, 1.5];
    for (const createTime of [1700000000, '1700000000', '0x18bcfe56800', '17e11', ...others])
      assert.deepEqual(structuredClone(firstDeposit({ createTime })), {}, JSON.stringify(createTime));
  });

  // docs/reading-policy.md R11 and R33
  it('has no id and no amount if that is an inexact number', () => {
    assert.deepEqual(
      structuredClone(firstDeposit({ txId: 9007199254740993, amount: 90071992547409.93 })),
      {},
    );
    assert.deepEqual(structuredClone(firstDeposit({ txId: 42, amount: 22.5 })), {
      txId: '42',
      amount: '22.5',
    });
    const exact = { txId: '9007199254740993', amount: '90071992547409.93' };
    assert.deepEqual(structuredClone(firstDeposit(exact)), exact);
  });

  // docs/reading-policy.md R35
  it('is unreadable if an amount was requested and only some of the deposits can be read', () => {
    for (const deposit of [{ fiat: 'ARS' }, { fiat: 'MXN', amount: 1e21 }, { amount: 1e21 }]) {
      const data = { status: 'arrived', deposits: [deposit] };
      const arrival = readArrival(data, {}, '5000.00');
      assert.ok(arrival && isProblem(arrival), JSON.stringify(deposit));
      assert.deepEqual(
        structuredClone(readArrival(data)),
        { arrived: true, deposits: [deposit.fiat === undefined ? {} : { fiat: deposit.fiat }] },
        'any amount is welcome',
      );
    }
    assert.deepEqual(
      structuredClone(readArrival({ status: 'arrived', deposits: [{ txId: 'T1' }] }, {}, '5000.00')),
      { arrived: true, deposits: [{ txId: 'T1' }] },
      'an endpoint that tells no sums',
    );
  });

  it('is unreadable if an amount was requested and its sum has no currency, unless a payment states what arrived', () => {
    const data = { status: 'arrived', deposits: [{ amount: '1.00' }] };
    for (const deposit of [{ amount: '1.00' }, { amount: '1.00', fiat: null }, { amount: 5, fiat: '' }]) {
      const arrival = readArrival({ ...data, deposits: [deposit] }, {}, '5000.00');
      assert.ok(arrival && isProblem(arrival));
      assert.deepEqual([arrival.kind, arrival.cause], ['unreadable', 'deposits']);
    }
    assert.deepEqual(structuredClone(readArrival(data)), { arrived: true, deposits: [{ amount: '1.00' }] });
    const paid = { status: 'paid', fiat: 'MXN', asked: '1.00', received: '1.00' };
    const [came] = [{ id: 'a', amount: '1.00', fiat: 'MXN', createTime: 1700000000000 }];
    const read = readArrival({ ...data, payment: { ...paid, deposits: [came] } }, {}, '1.00');
    assert.ok(read && !isProblem(read) && read.arrived);
  });
});
