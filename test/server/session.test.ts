import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it, mock } from 'node:test';
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { createDepositSession, type Grant, type SessionKey } from 'deposit-slip/kit';
import { fakeApi } from './fake-api.js';
import { PIX_GRANT, SECRET, TOKEN, shop } from './shop.js';

const KEY = 'a session key of the tests, of thirty-two bytes or more';
const pair = generateKeyPairSync('ed25519');
const PRIVATE = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const PUBLIC = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const FULL: Grant = {
  id: 'order-ü-1',
  merchantId: '7001',
  methods: [{ paymentId: 95, fiat: 'PEN' }],
  depositAlias: 'shop one',
  min: '10',
  max: '500.50',
  ownAccount: true,
};

const bearer = (session: string): RequestInit => ({ headers: { authorization: `Bearer ${session}` } });

/** A token of our form with one thing in it otherwise, signed with the very key. */
function forged(
  change: { claims?: Record<string, unknown>; header?: object } = {},
  key: Uint8Array = Buffer.from(KEY),
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'deposit-slip',
    aud: 'deposit-session',
    iat: now,
    nbf: now,
    exp: now + 60,
    jti: 'one',
    grant: PIX_GRANT,
    ...change.claims,
  };
  const header = { alg: 'HS256', typ: 'deposit-session+jwt', ...change.header };
  return new SignJWT(claims).setProtectedHeader(header).sign(key);
}

async function faultOf(key: unknown, grant: unknown, options?: unknown): Promise<string> {
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
  const withKey = (session: SessionKey) => shop({ fetch: api.fetch, session });

  it('is a compact JWS with a fixed algorithm, a type, who it is for, when, and the grant', async () => {
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

  it('says who asks, whichever key it was made with', async () => {
    const platform = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const closed = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const keys: readonly (readonly [makes: SessionKey, reads: SessionKey])[] = [
      [KEY, KEY],
      [KEY, new TextEncoder().encode(KEY)],
      [PRIVATE, PRIVATE],
      [PRIVATE, PUBLIC],
      [platform.privateKey, platform.privateKey],
      [platform.privateKey, platform.publicKey],
      [closed.privateKey, closed.publicKey],
    ];
    for (const [makes, reads] of keys) {
      const { status, body } = await withKey(reads).ask(
        '',
        bearer(await createDepositSession(makes, PIX_GRANT)),
      );
      assert.deepEqual([status, body.paymentId], [200, 90]);
    }
  });

  it('brings the whole grant along', async () => {
    const before = api.calls.length;
    const session = await createDepositSession(KEY, FULL);
    assert.equal((await withKey(KEY).ask('?paymentId=95&amount=500.51', bearer(session))).status, 422);
    await withKey(KEY).ask('?paymentId=95&amount=20', bearer(session));
    assert.equal(
      api.calls.at(-1)?.url.search,
      '?merchantId=7001&paymentId=95&fiat=PEN&depositAlias=shop+one&amount=20.00',
    );
    assert.equal(api.calls.length, before + 1);
  });

  it('is the same visit when it is made anew for the same grant', async () => {
    const { ask } = withKey(KEY);
    const [first, second] = [
      await ask('', bearer(await createDepositSession(KEY, { ...PIX_GRANT, id: 'same' }))),
      await ask('', bearer(await createDepositSession(KEY, { ...PIX_GRANT, id: 'same' }))),
    ];
    assert.equal(second.text, first.text);
  });

  it('is needed, and read from nowhere but the header', async () => {
    const session = await createDepositSession(KEY, PIX_GRANT);
    const { ask } = withKey(KEY);
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
      const { status, body } = await ask(query, { headers });
      assert.deepEqual([status, body.kind], [401, 'unauthorized'], JSON.stringify([query, headers]));
    }
    assert.equal(api.calls.length, before);
    assert.equal((await ask('', { headers: { authorization: `bearer ${session}` } })).status, 200);
  });

  it('is good from when it is made until it is over, as far as clocks agree', async () => {
    const at = 1_700_000_000_000;
    mock.timers.enable({ apis: ['Date'], now: at });
    try {
      const session = await createDepositSession(KEY, PIX_GRANT, { expiresIn: '1m' });
      const { ask } = withKey(KEY);
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
        mock.timers.setTime(at + second * 1000);
        assert.equal((await ask('', bearer(session))).status, status, `at ${second}`);
      }
    } finally {
      mock.timers.reset();
    }
  });

  it('is refused with any claim that is missing or wrong, though well signed', async () => {
    const { ask } = withKey(KEY);
    assert.equal((await ask('', bearer(await forged()))).status, 200);
    const now = Math.floor(Date.now() / 1000);
    const wrong: readonly Record<string, unknown>[] = [
      ...['iss', 'aud', 'iat', 'nbf', 'exp', 'jti', 'grant'].map((name) => ({ [name]: undefined })),
      { iss: 'other' },
      { aud: 'deposit-arrival' },
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
      assert.equal((await ask('', bearer(await forged({ claims })))).status, 401, JSON.stringify(claims));
    for (const header of [{ typ: undefined }, { typ: 'JWT' }, { typ: 'deposit-arrival+jwt' }])
      assert.equal((await ask('', bearer(await forged({ header })))).status, 401, JSON.stringify(header));
    const other = await forged({}, Buffer.from('x'.repeat(32)));
    assert.equal((await ask('', bearer(other))).status, 401);
  });

  it('is no arrival token, and an arrival token is no session, under one and the same secret', async () => {
    const { ask } = shop({ fetch: api.fetch, session: SECRET, secret: SECRET });
    const session = await createDepositSession(SECRET, PIX_GRANT);
    const { arrival } = (await ask('', bearer(session))).body;
    assert.equal((await ask(`?arrival=${arrival}`, bearer(session))).status, 200);
    assert.equal((await ask('', bearer(arrival!))).status, 401);
    assert.equal((await ask(`?arrival=${session}`, bearer(session))).status, 403);
  });

  it('is refused beyond 4 KiB before anything of it is read', async () => {
    const { ask } = withKey(KEY);
    const grant = { ...PIX_GRANT, extra: 'x'.repeat(3200) };
    const large = await forged({ claims: { grant } });
    assert.ok(large.length > 4096);
    assert.equal((await ask('', bearer(large))).status, 401);
    grant.extra = grant.extra.slice(0, 2000);
    assert.equal((await ask('', bearer(await forged({ claims: { grant } })))).status, 200);
  });

  it('says nothing of why it is refused, to payer or log', async () => {
    const { ask, logger } = withKey(KEY);
    const texts = [
      await forged({ claims: { exp: 1 } }),
      await forged({ header: { typ: 'JWT' } }),
      'a.b.c',
      '',
    ].map(async (session) => {
      const { requestId: _, ...body } = (await ask('', bearer(session))).body;
      return JSON.stringify(body);
    });
    assert.equal(new Set(await Promise.all(texts)).size, 1);
    assert.deepEqual(logger.lines, []);
  });
});

describe('making a session', () => {
  it('refuses what is wrong in one sentence that names it all, and quotes nothing', async () => {
    const wrong = { id: '', merchantId: 'canary', methods: [{ paymentId: 'canary', fiat: 'canary' }] };
    assert.equal(
      await faultOf('canary', wrong, { expiresIn: 'canary' }),
      'Cannot create a deposit session: key must be a secret of at least 32 bytes or a private Ed25519 key, ' +
        'grant is invalid in id, merchantId, methods.0.paymentId, methods.0.fiat, ' +
        'expiresIn must be a time of at most 24h, like 15m.',
    );
    for (const grant of [undefined, null, 'canary', []])
      assert.match(await faultOf(KEY, grant), /grant is invalid in grant/);
  });

  it('takes times of whole seconds, minutes and hours, up to a day', async () => {
    for (const expiresIn of ['1s', '90s', '15m', '24h', '1440m', '86400s'])
      assert.equal(await faultOf(KEY, PIX_GRANT, { expiresIn }), '', expiresIn);
    for (const expiresIn of [
      '0s',
      '-1m',
      '1.5h',
      '15',
      '15 m',
      '25h',
      '1441m',
      '86401s',
      '1d',
      '1e3s',
      'm',
      '',
      900,
      null,
    ])
      assert.match(
        await faultOf(KEY, PIX_GRANT, { expiresIn }),
        /expiresIn must be a time of at most 24h/,
        String(expiresIn),
      );
  });

  it('takes no public key, which everybody has, and no key file as a secret', async () => {
    const { publicKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    for (const key of [
      PUBLIC,
      publicKey,
      Buffer.from(PUBLIC),
      Buffer.from(PRIVATE),
      'x'.repeat(31),
      undefined,
      7,
    ])
      assert.match(await faultOf(key, PIX_GRANT), /key must be a secret of at least 32 bytes or a private/);
  });

  it('refuses a grant that makes no header of a session', async () => {
    const methods = Array.from({ length: 200 }, () => ({ paymentId: 90, fiat: 'BRL' }));
    assert.match(
      await faultOf(KEY, { ...PIX_GRANT, methods }),
      /^Cannot create a deposit session: grant is too large\.$/,
    );
  });

  it('holds no secret', async () => {
    const session = await createDepositSession(KEY, FULL);
    const read = session.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    for (const secret of [KEY, SECRET, TOKEN]) assert.ok(!read.join().includes(secret));
  });
});
