import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { createDepositSession, type Grant, type SessionKey } from 'deposit-slip/kit';
import { fakeApi } from '../fake-api.js';
import { keyPair } from '../keys.js';
import { PIX_GRANT, SECRET, TOKEN, bearer, shop } from '../shop.js';

const KEY = 'a session key of the tests, of thirty-two bytes or more';
const { privatePem: PRIVATE, publicPem: PUBLIC } = keyPair();
const FULL: Grant = {
  id: 'order-ü-1',
  merchantId: '7001',
  methods: [{ paymentId: 95, fiat: 'PEN' }],
  depositAlias: 'shop one',
  min: '10',
  max: '500.50',
  ownAccount: true,
};

/** A session with some claims or headers changed, signed with the right key. */
function forged(change: Record<string, unknown> = {}, header: object = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'deposit-slip',
    aud: 'deposit-session',
    iat: now,
    nbf: now,
    exp: now + 60,
    jti: 'one',
    grant: PIX_GRANT,
    ...change,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'deposit-session+jwt', ...header })
    .sign(Buffer.from(KEY));
}

/** The message of the error that these arguments cause, or an empty text if they are valid. */
async function errorOf(key: unknown, grant: unknown, options?: unknown): Promise<string> {
  try {
    await createDepositSession(key as SessionKey, grant as Grant, options as { expiresIn: '1m' });
  } catch (error) {
    assert.ok(error instanceof Error && error.cause === undefined);
    return error.message;
  }
  return '';
}

describe('a session', () => {
  const api = fakeApi();
  const withKey = (session: SessionKey) => shop({ api, session });

  it('is a compact JWS with a fixed algorithm and type, issuer, audience, times and the grant', async () => {
    const session = await createDepositSession(KEY, { ...FULL, note: 'mine' } as Grant);
    assert.deepEqual(decodeProtectedHeader(session), { alg: 'HS256', typ: 'deposit-session+jwt' });
    const { iat, nbf, exp, jti, ...rest } = decodeJwt(session);
    assert.deepEqual(rest, { iss: 'deposit-slip', aud: 'deposit-session', grant: FULL });
    assert.equal(nbf, iat);
    assert.equal(exp, iat! + 900);
    assert.match(jti!, /^[0-9a-f-]{36}$/);
    assert.notEqual(jti, decodeJwt(await createDepositSession(KEY, FULL)).jti);
    const signed = await createDepositSession(PRIVATE, FULL, { expiresIn: '90s' });
    assert.equal(decodeProtectedHeader(signed).alg, 'EdDSA');
    assert.equal(decodeJwt(signed).exp! - decodeJwt(signed).iat!, 90);
  });

  it('authenticates a payer, whichever kind of key signed it', async () => {
    const platform = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const unextractable = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const keys: readonly (readonly [signing: SessionKey, verifying: SessionKey])[] = [
      [KEY, KEY],
      [KEY, new TextEncoder().encode(KEY)],
      [PRIVATE, PRIVATE],
      [PRIVATE, PUBLIC],
      [platform.privateKey, platform.privateKey],
      [platform.privateKey, platform.publicKey],
      [unextractable.privateKey, unextractable.publicKey],
    ];
    for (const [signing, verifying] of keys) {
      const session = await createDepositSession(signing, PIX_GRANT);
      const { status, body } = await withKey(verifying).send('', bearer(session));
      assert.deepEqual([status, body.paymentId], [200, 90]);
    }
  });

  it('carries the whole grant', async () => {
    const before = api.calls.length;
    const session = await createDepositSession(KEY, FULL);
    assert.equal((await withKey(KEY).send('?paymentId=95&amount=500.51', bearer(session))).status, 422);
    await withKey(KEY).send('?paymentId=95&amount=20', bearer(session));
    assert.equal(
      api.calls.at(-1)?.url.search,
      '?merchantId=7001&paymentId=95&fiat=PEN&depositAlias=shop+one&amount=20.00',
    );
    assert.equal(api.calls.length, before + 1);
  });

  it('gets the same slip as an earlier session with the same grant', async () => {
    const { send } = withKey(KEY);
    const grant = { ...PIX_GRANT, id: 'same' };
    const first = await send('', bearer(await createDepositSession(KEY, grant)));
    const second = await send('', bearer(await createDepositSession(KEY, grant)));
    const { checked: _, ...body } = second.body;
    assert.deepEqual(body, first.body);
  });

  it('is required, and read only from the Authorization header', async () => {
    const session = await createDepositSession(KEY, PIX_GRANT);
    const { send } = withKey(KEY);
    const before = api.calls.length;
    const tries: readonly (readonly [query: string, headers: Record<string, string>])[] = [
      ['', {}],
      ['', { authorization: '' }],
      ['', { authorization: session }],
      ['', { authorization: `Basic ${session}` }],
      ['', { authorization: `Bearer  ${session}` }],
      ['', { authorization: `Bearer ${session} x` }],
      ['', { authorization: `Bearer ${session}, Bearer ${session}` }],
      ['', { cookie: `session=${session}` }],
      ['', { 'x-session': session, 'proxy-authorization': `Bearer ${session}` }],
      [`?session=${session}`, {}],
      [`?authorization=Bearer%20${session}&access_token=${session}`, {}],
    ];
    for (const [query, headers] of tries) {
      const { status, body } = await send(query, { headers });
      assert.deepEqual([status, body.kind], [401, 'unauthorized'], JSON.stringify([query, headers]));
    }
    assert.equal(api.calls.length, before);
    assert.equal((await send('', { headers: { authorization: `bearer ${session}` } })).status, 200);
  });

  it('is valid until it expires, with 30 seconds of tolerance', async ({ mock }) => {
    const start = 1_700_000_000_000;
    mock.timers.enable({ apis: ['Date'], now: start });
    const session = await createDepositSession(KEY, PIX_GRANT, { expiresIn: '1m' });
    const { send } = withKey(KEY);
    const seconds: readonly (readonly [second: number, status: number])[] = [
      [-31, 401],
      [-30, 200],
      [0, 200],
      [60, 200],
      [89, 200],
      [90, 401],
      [3600, 401],
    ];
    for (const [second, status] of seconds) {
      mock.timers.setTime(start + second * 1000);
      assert.equal((await send('', bearer(session))).status, status, `at ${second}`);
    }
  });

  it('is rejected if a claim is missing or wrong, even if signed correctly', async () => {
    const { send } = withKey(KEY);
    assert.equal((await send('', bearer(await forged()))).status, 200);
    const now = Math.floor(Date.now() / 1000);
    const wrong: readonly Record<string, unknown>[] = [
      ...['iss', 'aud', 'iat', 'nbf', 'exp', 'jti', 'grant'].map((name) => ({ [name]: undefined })),
      { aud: [] },
      { exp: now - 31 },
      { exp: String(now + 60) },
      { nbf: now + 32 },
      { nbf: null },
      { iat: 'now' },
      { jti: '' },
      { jti: 7 },
      { jti: 'x'.repeat(65) },
      { grant: null },
      { grant: { ...PIX_GRANT, methods: [] } },
      { grant: { ...PIX_GRANT, merchantId: '7001&merchantId=7002' } },
    ];
    for (const claims of wrong)
      assert.equal((await send('', bearer(await forged(claims)))).status, 401, JSON.stringify(claims));
  });

  it('cannot be used as an arrival token, nor the reverse, under the same secret', async () => {
    const { send } = shop({ api, session: SECRET, secret: SECRET });
    const session = await createDepositSession(SECRET, PIX_GRANT);
    const { arrival } = (await send('', bearer(session))).body;
    assert.equal((await send(`?arrival=${arrival}`, bearer(session))).status, 200);
    assert.equal((await send('', bearer(arrival!))).status, 401);
    assert.equal((await send(`?arrival=${session}`, bearer(session))).status, 403);
  });

  it('is rejected if longer than 4 KiB', async () => {
    const { send } = withKey(KEY);
    const grant = { ...PIX_GRANT, extra: 'x'.repeat(3200) };
    const large = await forged({ grant });
    assert.ok(large.length > 4096);
    assert.equal((await send('', bearer(large))).status, 401);
    grant.extra = grant.extra.slice(0, 2000);
    assert.equal((await send('', bearer(await forged({ grant })))).status, 200);
  });

  it('gets the same 401 whatever is wrong with it, and no log line', async () => {
    const { send, logger } = withKey(KEY);
    const texts = [await forged({ exp: 1 }), await forged({}, { typ: 'JWT' }), 'a.b.c', ''].map(
      async (session) => {
        const { requestId: _, ...body } = (await send('', bearer(session))).body;
        return JSON.stringify(body);
      },
    );
    assert.equal(new Set(await Promise.all(texts)).size, 1);
    assert.deepEqual(logger.lines, []);
  });
});

describe('createDepositSession', () => {
  it('names every invalid argument in one error, and quotes no value', async () => {
    const invalid = { id: '', merchantId: 'canary', methods: [{ paymentId: 'canary', fiat: 'canary' }] };
    assert.equal(
      await errorOf('canary', invalid, { expiresIn: 'canary' }),
      'Cannot create a deposit session: key must be a secret of at least 32 bytes or a private Ed25519 key, ' +
        'grant is invalid in id, merchantId, methods.0.paymentId, methods.0.fiat, ' +
        'expiresIn must be a time of at most 24h, like 15m.',
    );
    for (const grant of [undefined, null, 'canary', []])
      assert.match(await errorOf(KEY, grant), /grant is invalid in grant/);
  });

  it('accepts whole seconds, minutes and hours, up to a day', async () => {
    for (const expiresIn of ['1s', '90s', '15m', '24h', '1440m', '86400s'])
      assert.equal(await errorOf(KEY, PIX_GRANT, { expiresIn }), '', expiresIn);
    const invalid = ['0s', '-1m', '1.5h', '15', '15 m', '25h', '86401s', '1d', '1e3s', '', 900, null];
    for (const expiresIn of invalid)
      assert.match(
        await errorOf(KEY, PIX_GRANT, { expiresIn }),
        /expiresIn must be a time of at most 24h/,
        String(expiresIn),
      );
  });

  it('accepts neither a public key nor a key file as a secret', async () => {
    const { publicKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const keys = [PUBLIC, publicKey, Buffer.from(PUBLIC), Buffer.from(PRIVATE), 'x'.repeat(31), undefined, 7];
    for (const key of keys)
      assert.match(await errorOf(key, PIX_GRANT), /key must be a secret of at least 32 bytes or a private/);
  });

  it('refuses a grant that is too large for a header', async () => {
    const methods = Array.from({ length: 200 }, () => ({ paymentId: 90, fiat: 'BRL' }));
    assert.match(
      await errorOf(KEY, { ...PIX_GRANT, methods }),
      /^Cannot create a deposit session: grant is too large\.$/,
    );
  });

  it('puts no secret into the session', async () => {
    const session = await createDepositSession(KEY, FULL);
    const decoded = session.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    for (const secret of [KEY, SECRET, TOKEN]) assert.ok(!decoded.join().includes(secret));
  });
});
