import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromMinor } from '../../../src/core/money.js';
import { hasArrived, readPayment, type Payment } from '../../../src/core/reader/payment.js';
import '../../seed.js';

const DEPOSIT = { id: 'd1', amount: '40.00', fiat: 'BRL', createTime: 1_772_442_000_000 };
const PART = {
  status: 'part',
  fiat: 'BRL',
  asked: '100.00',
  received: '40.00',
  remaining: '60.00',
  deposits: [DEPOSIT],
};
const WALLET = { status: 'open', fiat: 'BRL', received: '40.00', deposits: [DEPOSIT] };

const read = (payment: unknown) => readPayment({ payment });

describe('a payment', () => {
  it('has the members of the response, without those that this version does not know', () => {
    assert.deepEqual(
      structuredClone(read({ ...PART, note: 'x', deposits: [{ ...DEPOSIT, flowId: '7' }] })),
      PART,
    );
    const details = { paymentId: 90, txId: '100041', returned: '15.00', returnTime: 1_772_442_060_000 };
    const deposits = [{ ...DEPOSIT, ...details }];
    const back = { ...PART, received: '25.00', remaining: '75.00', deposits };
    assert.deepEqual(structuredClone(read(back)), back);
  });

  it('may be absent, and is read from the response itself', () => {
    for (const answer of [{}, { payment: undefined }, { payment: null }, Object.create({ payment: PART })])
      assert.equal(readPayment(answer as Record<string, unknown>), undefined);
  });

  it('cannot be changed by the page that receives it', () => {
    const payment = read(PART) as Payment;
    for (const part of [payment, payment.deposits, payment.deposits[0]]) assert.ok(Object.isFrozen(part));
  });

  it('of any amount is open, whatever has arrived', () => {
    for (const wallet of [WALLET, { ...WALLET, received: '0', deposits: [] }])
      assert.deepEqual(structuredClone(read(wallet)), wallet);
    assert.equal(read({ ...WALLET, status: 'paid' }), 'unreadable');
    assert.equal(read({ ...WALLET, remaining: '60.00' }), 'unreadable');
    assert.equal(read({ ...WALLET, received: '41.00' }), 'unreadable');
  });

  it('counts deposits that are not listed', () => {
    const earlier = { count: 3, amount: '10.00' };
    const whole = { ...PART, received: '50.00', remaining: '50.00', earlier };
    assert.deepEqual(structuredClone(read(whole)), whole);
    for (const wrong of [{ count: 0 }, { count: 1.5 }, { count: '3' }, { amount: '10.01' }, { amount: -1 }])
      assert.equal(
        read({ ...whole, earlier: { ...earlier, ...wrong } }),
        'unreadable',
        JSON.stringify(wrong),
      );
  });

  const HOSTILE: readonly [string, object][] = [
    ['a number for a sum', { received: 40 }],
    ['NaN', { received: NaN }],
    ['a negative sum', { received: '-40.00' }],
    ['an exponent', { asked: '1e2' }],
    ['a sum of any length', { asked: '9'.repeat(4000) }],
    ['a sum that is not that of the deposits', { received: '41.00', remaining: '59.00' }],
    ['a rest that is not what is missing', { remaining: '59.00' }],
    ['no rest', { remaining: undefined }],
    ['a rest of null', { remaining: null }],
    ['an excess beside a rest', { remaining: '70.00', excess: '10.00' }],
    ['an asked amount of zero', { asked: '0.00' }],
    ['a status that the sums do not have', { status: 'paid' }],
    ['an unknown status', { status: 'constructor' }],
    ['a currency of another form', { fiat: 'brl' }],
    ['a deposit of another currency', { deposits: [{ ...DEPOSIT, fiat: 'USD' }] }],
    ['no deposits', { deposits: undefined }],
    ['deposits that are no list', { deposits: { 0: DEPOSIT, length: 1 } }],
    ['10,000 deposits', { deposits: Array.from({ length: 10_000 }, () => DEPOSIT) }],
    ['a deposit twice', { received: '80.00', remaining: '20.00', deposits: [DEPOSIT, DEPOSIT] }],
    ['a deposit without an id', { deposits: [{ ...DEPOSIT, id: undefined }] }],
    ['a deposit whose time is in seconds', { deposits: [{ ...DEPOSIT, createTime: 1_772_442_000 }] }],
    ['a deposit whose time is a text', { deposits: [{ ...DEPOSIT, createTime: '1772442000000' }] }],
    [
      'a deposit of nothing',
      { received: '0.00', remaining: '100.00', deposits: [{ ...DEPOSIT, amount: '0.00' }] },
    ],
    ['a return above its deposit', { received: '0.00', deposits: [{ ...DEPOSIT, returned: '41.00' }] }],
    ['a number with control characters', { deposits: [{ ...DEPOSIT, txId: '1\u202e2' }] }],
  ];
  for (const [name, change] of HOSTILE)
    it(`with ${name} is unreadable`, () => {
      assert.equal(read({ ...PART, ...change }), 'unreadable');
    });

  it('that is not an object is unreadable', () => {
    for (const value of [0, 1, '', 'paid', true, [], [PART], Symbol.iterator])
      assert.equal(read(value), 'unreadable');
  });

  it('has arrived when it is paid, or with any amount when something has arrived', () => {
    const asked = { ...PART, deposits: [] } as unknown as Payment;
    for (const [status, expected] of [
      ['open', false],
      ['part', false],
      ['paid', true],
      ['over', true],
    ] as const)
      assert.equal(hasArrived({ ...asked, status }), expected);
    assert.equal(hasArrived(WALLET as Payment), true);
    assert.equal(hasArrived({ ...WALLET, received: '0.00' } as Payment), false);
  });

  it('is accepted only if its sums equal those of its deposits', () => {
    const cents = fc.bigInt({ min: 1n, max: 10_000n });
    const deposits = fc.array(fc.tuple(cents, fc.bigInt({ min: 0n, max: 10_000n })), { maxLength: 20 });
    fc.assert(
      fc.property(cents, deposits, fc.bigInt({ min: 1n, max: 500n }), (due, parts, wrong) => {
        const rows = parts.map(([amount, back], at) => {
          const returned = back > amount ? amount : back;
          const sent =
            returned === 0n ? {} : { returned: fromMinor(returned), returnTime: DEPOSIT.createTime };
          return {
            left: amount - returned,
            row: { ...DEPOSIT, id: `d${at}`, amount: fromMinor(amount), ...sent },
          };
        });
        const sum = rows.reduce((total, { left }) => total + left, 0n);
        const paymentOf = (received: bigint, missing: bigint) => ({
          status: received === 0n ? 'open' : missing > 0n ? 'part' : missing === 0n ? 'paid' : 'over',
          fiat: 'BRL',
          asked: fromMinor(due),
          received: fromMinor(received),
          ...(missing > 0n && { remaining: fromMinor(missing) }),
          ...(missing < 0n && { excess: fromMinor(-missing) }),
          deposits: rows.map(({ row }) => row),
        });
        assert.deepEqual(structuredClone(read(paymentOf(sum, due - sum))), paymentOf(sum, due - sum));
        assert.equal(read(paymentOf(sum + wrong, due - sum - wrong)), 'unreadable');
        assert.equal(read(paymentOf(sum, due - sum - wrong)), 'unreadable');
      }),
    );
  });
});
