import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { checkEndpoint, reportText, type CheckOptions, type Report } from 'deposit-slip/check';
import { METHODS } from 'deposit-slip/core';
import {
  createDepositKit,
  createDepositSession,
  trustKeyOf,
  type DepositKitOptions,
  type Grant,
} from 'deposit-slip/kit';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { listen } from '../../../sandbox/src/listen.js';

const SESSION = 'canary-session-of-the-check';

let sandbox: Sandbox;

before(async () => {
  sandbox = await startSandbox();
});

after(() => sandbox.stop());

const grantOf = (methods: Grant['methods'], rest: Partial<Grant> = {}): Grant => ({
  id: `check-${Math.random()}`,
  merchantId: 1001,
  methods,
  ...rest,
});

/** Checks the kit, before the sandbox, as a merchant would mount it. */
async function checkKit(
  grant: Grant,
  options: Partial<CheckOptions> = {},
  kitOptions: Partial<DepositKitOptions> = {},
): Promise<{ report: Report; upstream: number }> {
  let upstream = 0;
  const kit = createDepositKit({
    baseUrl: sandbox.url,
    token: sandbox.token,
    secret: 'a secret of the tests, long enough for its algorithm',
    ...(kitOptions.session === undefined && {
      authorize: ({ headers }) => (headers.get('authorization') === `Bearer ${SESSION}` ? grant : null),
    }),
    logger: { warn: () => undefined, error: () => undefined },
    on: {
      request: ({ operation }) => {
        if (operation === 'pending-fund') upstream += 1;
      },
    },
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

/** Rules that did not end well, by name. */
function complaints({ lines }: Report): readonly string[] {
  return lines
    .filter(({ result }) => result === 'fail' || result === 'warning')
    .map(({ rule, result, found }) => `${result} ${rule}: ${found}`);
}

function resultsOf({ lines }: Report, result: string): readonly string[] {
  return lines.filter((line) => line.result === result).map(({ rule }) => rule);
}

describe('the check of the kit', () => {
  it('finds nothing to complain of, whatever method is asked for', async () => {
    const { report, upstream } = await checkKit(
      grantOf(METHODS.map(({ id, fiat }) => ({ paymentId: id, fiat }))),
      { paymentIds: METHODS.map(({ id }) => id), amount: '150.00' },
    );
    assert.deepEqual(complaints(report), [], reportText(report));
    assert.equal(upstream, METHODS.length, 'each slip is made once');
    assert.equal(report.slips, METHODS.length);
  });

  for (const { id, fiat } of METHODS)
    it(`finds nothing to complain of where ${id} alone is offered`, async () => {
      const { report, upstream } = await checkKit(grantOf([{ paymentId: id, fiat }], { amount: '150.00' }));
      assert.deepEqual(complaints(report), [], reportText(report));
      assert.equal(upstream, 1);
    });

  it('asks for the first method that needs no amount, and for one slip', async () => {
    const grant = grantOf(
      [
        { paymentId: 95, fiat: 'PEN' },
        { paymentId: 90, fiat: 'BRL' },
      ],
      { min: '10.00', max: '500.00' },
    );
    const { report, upstream } = await checkKit(grant);
    assert.deepEqual(complaints(report), [], reportText(report));
    assert.equal(upstream, 1);
    assert.deepEqual(resultsOf(report, 'skipped'), [
      'cors-listed',
      'cors-preflight',
      'cors-expose',
      'refresh',
      'signature',
    ]);
  });

  it('asks for a new slip only where it is told to', async () => {
    const { report, upstream } = await checkKit(grantOf([{ paymentId: 90, fiat: 'BRL' }]), { refresh: true });
    assert.deepEqual(complaints(report), [], reportText(report));
    assert.equal(upstream, 2);
    assert.equal(report.slips, 2);
  });

  it('verifies what the kit signs', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { report } = await checkKit(
      grantOf([{ paymentId: 90, fiat: 'BRL' }]),
      { trustKey: await trustKeyOf(signingKey), refresh: true },
      { signingKey },
    );
    assert.deepEqual(complaints(report), [], reportText(report));
    assert.ok(resultsOf(report, 'ok').includes('signature'));
  });

  it('finds nothing to complain of across origins, and a session of the kit’s own is enough', async () => {
    const key = 'a key of the tests for sessions, long enough';
    const grant = grantOf([{ paymentId: 90, fiat: 'BRL' }]);
    for (const origin of ['https://www.shop.example', 'capacitor://localhost']) {
      const { report } = await checkKit(
        grant,
        { session: await createDepositSession(key, grant), origin },
        { session: key, allowedOrigins: [origin] },
      );
      assert.deepEqual(complaints(report), [], reportText(report));
      const good = resultsOf(report, 'ok');
      for (const rule of ['cors-unlisted', 'cors-listed', 'cors-preflight'])
        assert.ok(good.includes(rule), reportText(report));
    }
  });

  it('says so where an origin is not listed', async () => {
    const { report } = await checkKit(grantOf([{ paymentId: 90, fiat: 'BRL' }]), {
      origin: 'https://elsewhere.example',
    });
    assert.ok(resultsOf(report, 'fail').includes('cors-listed'), reportText(report));
  });

  it('says so where answers are marked as test, and nothing else', async () => {
    const { report } = await checkKit(grantOf([{ paymentId: 63, fiat: 'ARS' }]), {}, { test: true });
    assert.deepEqual(complaints(report), ['warning test-mark: Payers are told not to pay.']);
  });

  it('says so where the session is not taken', async () => {
    const { report } = await checkKit(grantOf([{ paymentId: 63, fiat: 'ARS' }]), { session: 'another' });
    assert.deepEqual(resultsOf(report, 'fail'), ['status']);
  });
});
