import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ExpectationError, type RequestExpectation } from '../src/index.js';
import { BODIES, PATHS } from './requests.js';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();
const { claim } = BODIES;

/** The error message of a failed expectation. */
async function messageOf(expectation: RequestExpectation): Promise<string> {
  const error = await sandbox.control.requests.expect(expectation).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ExpectationError, String(error));
  return error.message;
}

describe('the requests that a test expects', () => {
  beforeEach(() => sandbox.control.clearRequests());

  it('are found by their operation and by members of the query or the body', async () => {
    await sandbox.post(PATHS.claim, { ...claim, amount: '2.00', clientId: 'a' });
    await sandbox.post(PATHS.claim, { ...claim, amount: '3.00', clientId: 'b' });
    await sandbox.details(105);
    const { expect } = sandbox.control.requests;
    const [second] = await expect({ route: 'claim', match: { amount: '3.00' } });
    assert.match(second!.body!, /"b"/);
    assert.equal((await expect({ route: 'claim', times: 2 })).length, 2);
    assert.equal((await expect({ match: { paymentId: 105, fiat: 'MXN' } }))[0]!.route, 'pending-fund');
    assert.deepEqual(await expect({ route: 'transfer', times: 0 }), []);
  });

  it('are listed by the error if they differ in a member', async () => {
    await sandbox.post(PATHS.claim, { ...claim, amount: '2.00', clientId: 'a' });
    assert.equal(
      await messageOf({ route: 'claim', match: { amount: '20.00' } }),
      `Expected 1 request to claim with {"amount":"20.00"}, but got 0.
Other requests:
  #${(await sandbox.control.requests())[0]!.id} POST ${PATHS.claim}, status 200: amount is "2.00", not "20.00"`,
    );
    assert.match(await messageOf({ match: { memo: 'x' } }), /: memo is missing$/);
    assert.match(await messageOf({ match: { amount: { is: 2 } } }), /: amount is "2.00", not \{"is":2\}$/);
  });

  it('are as many as expected', async () => {
    for (const clientId of ['a', 'b']) await sandbox.post(PATHS.claim, { ...claim, clientId });
    assert.match(
      await messageOf({ route: 'claim' }),
      /^Expected 1 request to claim, but got 2\.\nMatching requests:\n/,
    );
    assert.match(await messageOf({ route: 'claim', times: 0 }), /^Expected 0 requests to claim, but got 2/);
    assert.equal(await messageOf({ route: 'pairs', times: 2 }), 'Expected 2 requests to pairs, but got 0.');
  });

  it('are listed by the error in the order in which they arrived: the last five, if there are more', async () => {
    for (let at = 1; at <= 7; at += 1)
      await sandbox.post(PATHS.claim, { ...claim, clientId: `client-${at}` });
    const ids = (await sandbox.control.requests()).map(({ id }) => `#${id}`).toReversed();
    for (const expectation of [{ route: 'claim' }, { match: { memo: 'x' } }]) {
      const [, , more, ...lines] = (await messageOf(expectation)).split('\n');
      assert.equal(more, '  and 2 earlier');
      assert.deepEqual(
        lines.map((line) => /#[0-9]+/.exec(line)![0]),
        ids.slice(2),
      );
    }
  });

  it('may arrive within a time', async () => {
    const expected = sandbox.control.requests.expect({ route: 'pairs', within: 10_000 });
    await sandbox.get(PATHS.pairs);
    assert.equal((await expected).length, 1);
    assert.match(await messageOf({ route: 'pairs', times: 2, within: 20 }), /but got 1\./);
  });
});
