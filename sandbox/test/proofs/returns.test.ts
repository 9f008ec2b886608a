/**
 * The returns of a deposit never exceed it, however many arrive at once. This runs on PostgreSQL, because
 * PGlite runs one transaction at a time.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromMinor, toMinor } from 'deposit-slip/core';
import { cases } from '../../../test/proofs/scale.js';
import { TestSandbox } from '../test-sandbox.js';

const DEPOSIT = 1_000n;
/** The amounts that the returns ask for; undefined asks for the rest of the deposit. */
const amounts = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.bigInt({ min: 1n, max: 400n }) },
    fc.constantFrom(DEPOSIT, DEPOSIT + 1n, undefined),
  ),
  { minLength: 2, maxLength: 20 },
);

describe('concurrent returns of a deposit', () => {
  const sandbox = new TestSandbox({ engine: 'postgres' });

  async function check(asked: readonly (bigint | undefined)[]): Promise<void> {
    const { control } = sandbox;
    const account = await sandbox.clabe();
    const incoming = { merchantId: 1001, fiat: 'MXN', amount: fromMinor(DEPOSIT), account };
    const { id, txId } = await control.deposit(incoming);
    const results = await Promise.allSettled(
      asked.map((amount) =>
        control.returnDeposit(id, amount === undefined ? {} : { amount: fromMinor(amount) }),
      ),
    );
    const flows = (await control.flows({ txId: txId! })).filter(({ changed }) => changed.startsWith('-'));
    const booked = flows.map(({ changed }) => toMinor(changed.slice(1))!);
    const left = DEPOSIT - booked.reduce((sum, amount) => sum + amount, 0n);
    assert.ok(left >= 0n, `${-left} too much`);
    const accepted = results.filter(({ status }) => status === 'fulfilled');
    assert.equal(booked.length, accepted.length, 'what was acknowledged is booked, and nothing else');
    for (const [at, result] of results.entries())
      if (result.status === 'rejected') {
        const { message } = result.reason as Error;
        assert.match(message, /^Only \d+\.\d\d of the deposit is left to return\.$/);
        // The rest of the deposit only decreases.
        assert.ok((asked[at] ?? 1n) > left, `${asked[at]} was refused although ${left} was left`);
      }
  }

  it('never exceed it, and are refused only if less is left', () =>
    fc.assert(fc.asyncProperty(amounts, check), { numRuns: cases(10, 500) }));
});
