import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { checkEndpoint, reportText, type CheckOptions, type Report } from 'deposit-slip/check';
import { METHODS } from 'deposit-slip/core';
import { createDepositSession, type DepositKitOptions, type Grant } from 'deposit-slip/kit';
import { startSandbox } from 'deposit-slip-sandbox';
import { listen } from '../../../sandbox/serving.js';
import { shop } from '../shop.js';
import { complaintsOf, rulesWith } from './reports.js';

const SESSION = 'canary-session-of-the-check';

const sandbox = await startSandbox();
after(() => sandbox.stop());

const grantOf = (methods: Grant['methods'], rest: Partial<Grant> = {}): Grant => ({
  id: `check-${Math.random()}`,
  merchantId: 1001,
  methods,
  ...rest,
});

/** Checks the kit in front of the sandbox, mounted as a merchant would. Counts its API calls for slips. */
async function checkKit(
  grant: Grant,
  options: Partial<CheckOptions> = {},
  kitOptions: Partial<DepositKitOptions> = {},
): Promise<{ report: Report; upstream: number }> {
  let upstream = 0;
  const { kit } = shop({
    baseUrl: sandbox.url,
    fetch,
    token: sandbox.token,
    ...(kitOptions.session === undefined && {
      authorize: ({ headers }) => (headers.get('authorization') === `Bearer ${SESSION}` ? grant : null),
    }),
    on: { request: ({ operation }) => void (upstream += operation === 'pending-fund' ? 1 : 0) },
    ...kitOptions,
  });
  const server = await listen(kit, 0);
  try {
    const report = await checkEndpoint({ endpoint: `${server.url}/deposit`, session: SESSION, ...options });
    return { report, upstream };
  } finally {
    await server.close();
  }
}

describe('the check of the kit', () => {
  it('reports nothing for any requested method', async () => {
    const { report, upstream } = await checkKit(
      grantOf(METHODS.map(({ id, fiat }) => ({ paymentId: id, fiat }))),
      { paymentIds: METHODS.map(({ id }) => id), amount: '150.00' },
    );
    assert.deepEqual(complaintsOf(report), [], reportText(report));
    assert.equal(upstream, METHODS.length, 'each slip is created once');
    assert.equal(report.slips, METHODS.length);
  });

  for (const wanted of ['none', 'optional', 'required'])
    it(`reports nothing if the only offered method has an amount that is ${wanted}`, async () => {
      const { id, fiat } = METHODS.find(({ amount }) => amount === wanted)!;
      const { report, upstream } = await checkKit(grantOf([{ paymentId: id, fiat }], { amount: '150.00' }));
      assert.deepEqual(complaintsOf(report), [], reportText(report));
      assert.equal(upstream, 1);
    });

  it('requests one slip, of the first method that needs no amount', async () => {
    const grant = grantOf([
      { paymentId: 95, fiat: 'PEN', min: '10.00', max: '500.00' },
      { paymentId: 90, fiat: 'BRL' },
    ]);
    const { report, upstream } = await checkKit(grant);
    assert.deepEqual(complaintsOf(report), [], reportText(report));
    assert.equal(upstream, 1);
    assert.deepEqual(rulesWith(report, 'skipped'), []);
  });

  it('reports nothing for cross-origin pages with sessions of the kit', async () => {
    const key = 'a key of the tests for sessions, long enough';
    const grant = grantOf([{ paymentId: 90, fiat: 'BRL' }]);
    for (const origin of ['https://www.shop.example', 'capacitor://localhost']) {
      const { report } = await checkKit(
        grant,
        { session: await createDepositSession(key, grant), origin },
        { session: key, allowedOrigins: [origin] },
      );
      assert.deepEqual(complaintsOf(report), [], reportText(report));
      assert.ok(rulesWith(report, 'ok').includes('cors-unlisted'), reportText(report));
    }
  });

  it('reports how many slips it received if a requested method is not offered', async () => {
    const { report } = await checkKit(grantOf([{ paymentId: 90, fiat: 'BRL' }]), {
      paymentIds: [95],
      amount: '150.00',
      fiat: 'PEN',
    });
    assert.deepEqual(complaintsOf(report), [
      'fail status: status 403, which the element shows as "forbidden" (slip request for 95)',
    ]);
    const slip = report.lines.find(({ rule }) => rule === 'slip');
    assert.equal(slip?.message, 'the element shows every slip that it gets: 1 of 2');
  });

  it('makes at most 13 requests, and one for each method after the first', async () => {
    const methods = [
      { paymentId: 92, fiat: 'BRL' },
      { paymentId: 90, fiat: 'BRL' },
    ];
    const grant = grantOf(methods);
    const origin = 'https://www.shop.example';
    const options = { origin, amount: '150.00' };
    const { report } = await checkKit(grant, options, { allowedOrigins: [origin] });
    assert.equal(report.requests, 13, reportText(report));
    const both = await checkKit(grant, { ...options, paymentIds: [92, 90] }, { allowedOrigins: [origin] });
    assert.equal(both.report.requests, 14, reportText(both.report));
  });

  it('reports a session that is not accepted', async () => {
    const { report } = await checkKit(grantOf([{ paymentId: 63, fiat: 'ARS' }]), { session: 'another' });
    assert.deepEqual(rulesWith(report, 'fail'), ['status']);
  });
});
