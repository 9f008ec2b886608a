/**
 * SECURITY.md P18 for sessions: a session that is altered, combined, forged or meant for another use is
 * rejected.
 */
import assert from 'node:assert/strict';
import { createHmac, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createDepositSession, type Grant, type SessionKey } from 'deposit-slip/kit';
import { keyPair } from '../../server/keys.js';
import { bearer, shop } from '../../server/shop.js';
import { cases, sampleOf } from '../scale.js';

const SECRET = 'a session key of the tests, of thirty-two bytes or more';
const { publicKey, privatePem: PRIVATE, publicPem: PUBLIC } = keyPair();
const stranger = keyPair();

const grantFor = (id: string): Grant => ({ id, merchantId: 7001, methods: [{ paymentId: 90, fiat: 'BRL' }] });
const MINE = grantFor('mine');

/** A kit that authenticates sessions with this key. */
function kitFor(session: SessionKey) {
  const { api, kit } = shop({ session });
  return {
    api,
    async accepts(token: string): Promise<boolean> {
      let request: Request;
      try {
        request = new Request('https://shop.example/deposit', bearer(token));
      } catch {
        // Not a valid header value, so it cannot reach a kit.
        return false;
      }
      const { status } = await kit(request);
      assert.ok(status === 200 || status === 401, String(status));
      return status === 200;
    },
  };
}

const KEYS: readonly (readonly [alg: string, signing: SessionKey, verifying: SessionKey])[] = [
  ['HS256', SECRET, SECRET],
  ['EdDSA', PRIVATE, PUBLIC],
];

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** Signs as RFC 7515 describes, with keys that an attacker may have. */
const signers = {
  hmac: (key: string | Buffer) => (input: string) =>
    createHmac('sha256', key).update(input).digest('base64url'),
  stranger: (input: string) => sign(null, Buffer.from(input), stranger.privateKey).toString('base64url'),
};

function token(header: object, claims: object, signer: (input: string) => string): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${signer(input)}`;
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
const OTHERS = ['.', '=', '+', '/', ' ', '%', '~'];

/** Headers that no session of the kit has. */
const HEADERS: readonly Record<string, unknown>[] = [
  { kid: '1' },
  { kid: '../../dev/null' },
  { jku: 'https://evil.example/keys' },
  { x5u: 'https://evil.example/cert' },
  { x5c: ['MIIB'] },
  { jwk: stranger.publicKey.export({ format: 'jwk' }) },
  { crit: [] },
  { crit: ['exp'] },
  { crit: ['b64'], b64: false },
  { crit: ['b64'], b64: true },
  { crit: ['https://evil.example'], 'https://evil.example': 1 },
  { typ: undefined },
  { typ: 'JWT' },
  { typ: 'deposit-arrival+jwt' },
  { zip: 'DEF' },
];
const ALGORITHMS = [
  ...['none', 'None', 'nOnE', '', 'HS256', 'HS384', 'HS512', 'EdDSA', 'Ed25519', 'RS256', 'ES256', 'PS256'],
  ...[null, undefined],
].map((alg) => ({ alg }));

for (const [alg, signing, verifying] of KEYS)
  describe(`an altered session (${alg})`, () => {
    it('is rejected, at any position and with any character', async () => {
      const { accepts, api } = kitFor(verifying);
      const good = await createDepositSession(signing, MINE);
      assert.ok(await accepts(good));
      const calls = api.calls.length;
      for (let at = 0; at < good.length; at += 1) {
        const others = [...ALPHABET, ...OTHERS, ''].filter((character) => character !== good[at]);
        // Tries every character at the end, where base64url has unused bits.
        const sample = at > good.length - 3 ? others : sampleOf(others, 4);
        for (const character of sample) {
          const altered = good.slice(0, at) + character + good.slice(at + 1);
          assert.ok(!(await accepts(altered)), `${JSON.stringify(character)} at ${at} of ${good}`);
        }
      }
      const lengths = [`${good}A`, `${good}=`, `${good}.`, `A${good}`, `${good}.${good}`, good.slice(0, -1)];
      for (const altered of lengths) assert.ok(!(await accepts(altered)), altered);
      assert.equal(api.calls.length, calls);
    });

    it('is rejected if combined of parts of two valid ones', async () => {
      const { accepts } = kitFor(verifying);
      const other = await createDepositSession(signing, grantFor('other'), { expiresIn: '24h' });
      const parts = [await createDepositSession(signing, MINE), other].map((session) => session.split('.'));
      const pieces = [...new Set(parts.flat())];
      for (const first of pieces)
        for (const second of pieces)
          for (const third of pieces) {
            const mixed = [first, second, third].join('.');
            const isWhole = parts.some((whole) => whole.join('.') === mixed);
            assert.equal(await accepts(mixed), isWhole, mixed);
          }
    });

    it('is rejected with another header or claim, however it is signed', async () => {
      const { accepts } = kitFor(verifying);
      const session = await createDepositSession(signing, MINE);
      const [header, claims, signature] = session.split('.') as [string, string, string];
      const changes: readonly Record<string, unknown>[] = [
        { iss: 'evil' },
        { aud: 'deposit-arrival' },
        { exp: 4e9 },
        { nbf: 0 },
        { jti: 'other' },
        { grant: { ...MINE, merchantId: 7002 } },
        { grant: { ...MINE, methods: [{ paymentId: 63, fiat: 'ARS' }] } },
      ];
      const altered = [
        ...[...HEADERS, ...ALGORITHMS].map((change) => [encode({ ...decode(header), ...change }), claims]),
        ...changes.map((change) => [header, encode({ ...decode(claims), ...change })]),
      ].filter((parts) => parts.join() !== [header, claims].join());
      const fixed = [
        signature,
        '',
        'AAAA',
        ...[32, 64].map((size) => Buffer.alloc(size).toString('base64url')),
      ];
      const makers = [
        ...fixed.map((each) => () => each),
        signers.stranger,
        ...['', 'secret', PUBLIC].map(signers.hmac),
      ];
      for (const parts of altered)
        for (const make of makers) {
          const forged = `${parts.join('.')}.${make(parts.join('.'))}`;
          assert.ok(!(await accepts(forged)), forged);
        }
    });
  });

describe('a forged session', () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'deposit-slip',
    aud: 'deposit-session',
    iat: now,
    nbf: now,
    // A day, so that the duration of the tests does not matter.
    exp: now + 24 * 3600,
    jti: 'forged',
    grant: MINE,
  };
  const typ = 'deposit-session+jwt';

  it('is rejected if signed by HMAC with any form of the public key', async () => {
    const { accepts } = kitFor(PUBLIC);
    const der = publicKey.export({ type: 'spki', format: 'der' });
    const { x } = publicKey.export({ format: 'jwk' });
    const keys = [
      PUBLIC,
      PUBLIC.trim(),
      PUBLIC.replaceAll('\n', ''),
      PUBLIC.replaceAll('\n', '\r\n'),
      der,
      der.toString('base64'),
      Buffer.from(x!, 'base64url'),
      x!,
      JSON.stringify(publicKey.export({ format: 'jwk' })),
    ];
    for (const key of keys)
      for (const alg of ['HS256', 'HS384', 'HS512', 'EdDSA', 'Ed25519'])
        assert.ok(
          !(await accepts(token({ alg, typ }, claims, signers.hmac(key)))),
          `${alg} with ${String(key)}`,
        );
  });

  it('is rejected with the right key if it is for another use, expired, not yet valid or has additional headers', async () => {
    const { accepts } = kitFor(SECRET);
    const withSecret = signers.hmac(SECRET);
    const header = { alg: 'HS256', typ };
    assert.ok(await accepts(token(header, claims, withSecret)), 'the forger signs correctly');
    const wrong: readonly (readonly [header: object, claims: object])[] = [
      ...HEADERS.map((change) => [{ ...header, ...change }, claims] as const),
      [header, { ...claims, iss: 'other' }],
      [header, { ...claims, aud: 'deposit-arrival' }],
      [header, { ...claims, aud: ['deposit-arrival', 'x'] }],
      [header, { ...claims, exp: now - 3600 }],
      [header, { ...claims, nbf: now + 3600 }],
    ];
    for (const [head, body] of wrong)
      assert.ok(!(await accepts(token(head, body, withSecret))), JSON.stringify([head, body]));
  });

  it('is rejected, whatever its text', async () => {
    const { accepts, api } = kitFor(SECRET);
    const good = await createDepositSession(SECRET, MINE);
    const part = fc.oneof(
      fc.constantFrom(...good.split('.')),
      fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 60 }),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
    );
    const text = fc.oneof(
      fc.tuple(part, part, part).map((parts) => parts.join('.')),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .tuple(fc.nat(good.length), fc.string({ unit: 'binary', maxLength: 4 }))
        .map(([at, inserted]) => good.slice(0, at) + inserted + good.slice(at)),
    );
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        // White space around a header value is not part of the value.
        if (each.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '') === good) return;
        assert.ok(!(await accepts(each)), each);
      }),
      { numRuns: cases(600, 50_000, 'random texts as a session') },
    );
    assert.equal(api.calls.length, 0);
  });
});
