import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { checkEndpoint, reportText, type CheckOptions, type Report } from 'deposit-slip/check';
import { METHODS } from 'deposit-slip/core';
import {
  createDepositSession,
  createVisitId,
  trustKeyOf,
  type DepositKitOptions,
  type Grant,
} from 'deposit-slip/kit';
import { startSandbox } from 'deposit-slip-sandbox';
import { listen } from '../../../sandbox/serving.js';
import { keyPair } from '../keys.js';
import { SECRET, shop } from '../shop.js';
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
    assert.deepEqual(rulesWith(report, 'skipped'), [
      'cors-listed',
      'cors-preflight',
      'cors-expose',
      'refresh',
      'visit',
      'signature',
    ]);
  });

  it('requests a new slip only with refresh', async () => {
    const { report, upstream } = await checkKit(grantOf([{ paymentId: 90, fiat: 'BRL' }]), { refresh: true });
    assert.deepEqual(complaintsOf(report), [], reportText(report));
    assert.equal(upstream, 2);
    assert.equal(report.slips, 2);
  });

  it('verifies the signatures of the kit', async () => {
    const signingKey = keyPair().privatePem;
    const grant = grantOf([{ paymentId: 90, fiat: 'BRL' }]);
    const visit = await createVisitId(SECRET, grant);
    const options = { trustKey: await trustKeyOf(signingKey), visit, refresh: true };
    const { report } = await checkKit(grant, options, { signingKey });
    assert.deepEqual(complaintsOf(report), [], reportText(report));
    for (const rule of ['signature', 'visit']) assert.ok(rulesWith(report, 'ok').includes(rule), rule);
    const [both, foreign] = [await trustKeyOf([keyPair().privatePem, signingKey]), keyPair().privatePem];
    for (const [trustKey, isSigned] of [
      [both, true],
      [await trustKeyOf([foreign, foreign]), false],
      // Not a key, although it has 43 characters.
      [`${both} ${'_'.repeat(43)}`, false],
    ] as const) {
      const { report: checked } = await checkKit(grant, { ...options, trustKey }, { signingKey });
      assert.equal(rulesWith(checked, 'ok').includes('signature'), isSigned, trustKey);
    }
    await assert.rejects(
      checkKit(grant, { ...options, trustKey: `${both},x` }),
      /trustKey is not a key of 43/,
    );
    const unsigned = await checkKit(grant, { visit });
    const [complaint] = complaintsOf(unsigned.report);
    assert.equal(complaint, 'fail visit: status 200 instead of 4xx (visit of another page)');
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
      const passed = rulesWith(report, 'ok');
      for (const rule of ['cors-unlisted', 'cors-listed', 'cors-preflight'])
        assert.ok(passed.includes(rule), reportText(report));
    }
  });

  it('reports an origin that is not listed', async () => {
    const { report } = await checkKit(grantOf([{ paymentId: 90, fiat: 'BRL' }]), {
      origin: 'https://elsewhere.example',
    });
    assert.ok(rulesWith(report, 'fail').includes('cors-listed'), reportText(report));
  });

  it('reports the test mark only, for a kit in test mode', async () => {
    const { report } = await checkKit(grantOf([{ paymentId: 63, fiat: 'ARS' }]), {}, { test: true });
    assert.deepEqual(complaintsOf(report), [
      'warning test-mark: responses are marked as a test, so payers are told not to pay',
    ]);
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

  it('makes at most 27 requests, one of them for a second page of the history', async () => {
    const methods = [
      { paymentId: 92, fiat: 'BRL' },
      { paymentId: 90, fiat: 'BRL' },
    ];
    const grant = grantOf(methods, { min: '10.00', max: '500.00' });
    const visit = await createVisitId(SECRET, grant);
    const origin = 'https://www.shop.example';
    const options = { visit, origin, refresh: true, amount: '150.00' };
    const { report } = await checkKit(grant, options, { allowedOrigins: [origin] });
    assert.equal(report.requests, 26, reportText(report));
    const both = await checkKit(grant, { ...options, paymentIds: [92, 90] }, { allowedOrigins: [origin] });
    assert.equal(both.report.requests, 27, reportText(both.report));
  });

  it('reads both pages of the history of an own account', async () => {
    const query = 'merchantId=1001&paymentId=105&fiat=MXN';
    const response = await fetch(`${sandbox.url}/v2/merchant/addfunds?${query}`, {
      headers: { 'x-bh-token': sandbox.token },
    });
    const { data } = (await response.json()) as { data: { fieldList: Record<string, string> } };
    const account = data.fieldList['Cuenta CLABE']!;
    for (let at = 0; at < 21; at += 1)
      await sandbox.control.deposit({ merchantId: 1001, fiat: 'MXN', amount: '10.00', account });
    const grant = grantOf([{ paymentId: 105, fiat: 'MXN' }], { ownAccount: true });
    const [one, other] = [await checkKit(grant), await checkKit({ ...grant, ownAccount: undefined })];
    assert.deepEqual(complaintsOf(one.report), [], reportText(one.report));
    assert.ok(rulesWith(one.report, 'ok').includes('history'));
    assert.equal(one.report.requests, other.report.requests + 3, 'two for its arrival token');
  });

  it('reports a session that is not accepted', async () => {
    const { report } = await checkKit(grantOf([{ paymentId: 63, fiat: 'ARS' }]), { session: 'another' });
    assert.deepEqual(rulesWith(report, 'fail'), ['status']);
  });
});
