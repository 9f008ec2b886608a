/** P18, the session's part: none that was altered, mixed, forged or borrowed from another use lets anybody in. */
import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { createDepositSession, trustKeyOf, type Grant, type SessionKey } from 'deposit-slip/kit';
import { fakeApi } from '../../server/fake-api.js';
import { shop } from '../../server/shop.js';
import { cases, sampleOf } from '../scale.js';

const SECRET = 'a session key of the tests, of thirty-two bytes or more';
const pair = generateKeyPairSync('ed25519');
const PRIVATE = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const PUBLIC = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const stranger = generateKeyPairSync('ed25519');

const grantFor = (id: string): Grant => ({ id, merchantId: 7001, methods: [{ paymentId: 90, fiat: 'BRL' }] });
const MINE = grantFor('mine');

/** A kit that knows sessions by a key, and how many it let in. */
function gate(session: SessionKey) {
  const api = fakeApi();
  const { kit } = shop({ fetch: api.fetch, session });
  return {
    api,
    async letsIn(token: string): Promise<boolean> {
      let request: Request;
      try {
        request = new Request('https://shop.example/deposit', {
          headers: { authorization: `Bearer ${token}` },
        });
      } catch {
        // What no header can hold comes to no kit.
        return false;
      }
      const { status } = await kit(request);
      assert.ok(status === 200 || status === 401, String(status));
      return status === 200;
    },
  };
}

const BOTH: readonly (readonly [name: string, makes: SessionKey, reads: SessionKey])[] = [
  ['HS256', SECRET, SECRET],
  ['EdDSA', PRIVATE, PUBLIC],
];

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** Signs as anybody may who has read RFC 7515. */
const signers = {
  none: () => '',
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

describe('a session that is altered', () => {
  for (const [name, makes, reads] of BOTH)
    it(`at any position, by any character, lets nobody in (${name})`, async () => {
      const { letsIn, api } = gate(reads);
      const good = await createDepositSession(makes, MINE);
      assert.ok(await letsIn(good));
      const asked = api.calls.length;
      for (let at = 0; at < good.length; at += 1) {
        const signs = [...ALPHABET, ...OTHERS, ''].filter((sign) => sign !== good[at]);
        // Around the last position every character, for there the encoding has bits to spare.
        const tried = at > good.length - 3 ? signs : sampleOf(signs, 4);
        for (const sign of tried) {
          const altered = good.slice(0, at) + sign + good.slice(at + 1);
          assert.ok(!(await letsIn(altered)), `${JSON.stringify(sign)} at ${at} of ${good}`);
        }
      }
      for (const more of [
        `${good}A`,
        `${good}=`,
        `${good}.`,
        `A${good}`,
        `${good}.${good}`,
        good.slice(0, -1),
      ])
        assert.ok(!(await letsIn(more)), more);
      assert.equal(api.calls.length, asked);
    });

  for (const [name, makes, reads] of BOTH)
    it(`by parts of two good ones, in any order, lets nobody in (${name})`, async () => {
      const { letsIn } = gate(reads);
      const other = await createDepositSession(makes, grantFor('other'), { expiresIn: '24h' });
      const parts = [await createDepositSession(makes, MINE), other].map((session) => session.split('.'));
      const pieces = [...new Set(parts.flat())];
      for (const first of pieces)
        for (const second of pieces)
          for (const third of pieces) {
            const mixed = [first, second, third].join('.');
            const isWhole = parts.some((whole) => whole.join('.') === mixed);
            assert.equal(await letsIn(mixed), isWhole, mixed);
          }
    });

  for (const [name, makes, reads] of BOTH)
    it(`in a header or a claim lets nobody in, whatever it says (${name})`, async () => {
      const { letsIn } = gate(reads);
      const session = await createDepositSession(makes, MINE);
      const [header, claims, signature] = session.split('.') as [string, string, string];
      const jwk = createPublicKey(stranger.privateKey).export({ format: 'jwk' });
      const headers: readonly Record<string, unknown>[] = [
        { kid: '1' },
        { kid: '../../dev/null' },
        { jku: 'https://evil.example/keys' },
        { x5u: 'https://evil.example/cert' },
        { jwk },
        { x5c: ['MIIB'] },
        { crit: ['exp'] },
        { crit: ['b64'], b64: false },
        { typ: 'JWT' },
        { typ: 'deposit-arrival+jwt' },
        { zip: 'DEF' },
        ...[
          'none',
          'None',
          'nOnE',
          '',
          'HS256',
          'HS384',
          'HS512',
          'EdDSA',
          'Ed25519',
          'RS256',
          'ES256',
          'PS256',
          null,
        ].map((alg) => ({ alg })),
      ];
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
        ...headers.map((change) => [encode({ ...decode(header), ...change }), claims]),
        ...changes.map((change) => [header, encode({ ...decode(claims), ...change })]),
      ].filter((parts) => parts.join() !== [header, claims].join());
      const known = [
        signature,
        '',
        'AAAA',
        Buffer.alloc(32).toString('base64url'),
        Buffer.alloc(64).toString('base64url'),
      ];
      const makers = [
        ...known.map((each) => () => each),
        signers.stranger,
        signers.hmac(''),
        signers.hmac('secret'),
        signers.hmac(PUBLIC),
      ];
      for (const parts of altered)
        for (const make of makers) {
          const forged = `${parts.join('.')}.${make(parts.join('.'))}`;
          assert.ok(!(await letsIn(forged)), forged);
        }
    });
});

describe('a session that is forged', () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'deposit-slip',
    aud: 'deposit-session',
    iat: now,
    nbf: now,
    // Hours, so that nothing of it depends on how long the tests take.
    exp: now + 24 * 3600,
    jti: 'forged',
    grant: MINE,
  };
  const typ = 'deposit-session+jwt';

  it('without an algorithm lets nobody in', async () => {
    for (const [, , reads] of BOTH) {
      const { letsIn } = gate(reads);
      for (const alg of ['none', 'None', 'NONE', '', null, undefined])
        for (const signature of ['', 'AA'])
          assert.ok(!(await letsIn(token({ alg, typ }, claims, () => signature))), String(alg));
    }
  });

  it('by HMAC with whatever is public of the key lets nobody in', async () => {
    const { letsIn } = gate(PUBLIC);
    const der = pair.publicKey.export({ type: 'spki', format: 'der' });
    const { x } = pair.publicKey.export({ format: 'jwk' });
    const keys = [
      PUBLIC,
      PUBLIC.trim(),
      PUBLIC.replaceAll('\n', ''),
      PUBLIC.replaceAll('\n', '\r\n'),
      der,
      der.toString('base64'),
      Buffer.from(x!, 'base64url'),
      x!,
      await trustKeyOf(PRIVATE),
      JSON.stringify(pair.publicKey.export({ format: 'jwk' })),
    ];
    for (const key of keys)
      for (const alg of ['HS256', 'HS384', 'HS512', 'EdDSA', 'Ed25519'])
        assert.ok(
          !(await letsIn(token({ alg, typ }, claims, signers.hmac(key)))),
          `${alg} with ${String(key)}`,
        );
  });

  it('with a key of its own, named in its header or not, lets nobody in', async () => {
    const jwk = stranger.publicKey.export({ format: 'jwk' });
    for (const [, , reads] of BOTH) {
      const { letsIn } = gate(reads);
      for (const more of [
        {},
        { jwk },
        { kid: '1', jku: 'https://evil.example/keys' },
        { x5u: 'https://evil.example' },
      ])
        assert.ok(!(await letsIn(token({ alg: 'EdDSA', typ, ...more }, claims, signers.stranger))));
    }
  });

  it('for another use of the very key, expired, not yet good, or with a demand we do not know lets nobody in', async () => {
    const { letsIn } = gate(SECRET);
    const ours = signers.hmac(SECRET);
    const header = { alg: 'HS256', typ };
    assert.ok(await letsIn(token(header, claims, ours)), 'the forger knows how');
    const wrong: readonly (readonly [header: object, claims: object])[] = [
      [{ alg: 'HS256' }, claims],
      [{ alg: 'HS256', typ: 'JWT' }, claims],
      [{ alg: 'HS256', typ: 'deposit-arrival+jwt' }, claims],
      [{ ...header, crit: ['exp'] }, claims],
      [{ ...header, crit: ['b64'], b64: true }, claims],
      [{ ...header, crit: ['https://evil.example'], 'https://evil.example': 1 }, claims],
      [{ ...header, crit: [] }, claims],
      [{ ...header, kid: '1' }, claims],
      [{ ...header, jku: 'https://evil.example/keys' }, claims],
      [{ ...header, x5u: 'https://evil.example/cert' }, claims],
      [header, { ...claims, iss: 'other' }],
      [header, { ...claims, aud: 'deposit-arrival' }],
      [header, { ...claims, aud: ['deposit-arrival', 'x'] }],
      [header, { ...claims, exp: now - 3600 }],
      [header, { ...claims, exp: undefined }],
      [header, { ...claims, nbf: now + 3600 }],
      [header, { ...claims, nbf: undefined }],
      [header, { ...claims, jti: undefined }],
    ];
    for (const [head, body] of wrong)
      assert.ok(!(await letsIn(token(head, body, ours))), JSON.stringify([head, body]));
  });

  it('by any text at all lets nobody in', async () => {
    const { letsIn, api } = gate(SECRET);
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
        // White space around a header's value is no part of it.
        if (each.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '') === good) return;
        assert.ok(!(await letsIn(each)), each);
      }),
      { numRuns: cases(2_000, 50_000) },
    );
    assert.equal(api.calls.length, 0);
  });

  it('is over when its time is, wherever it is sent again', async () => {
    mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    try {
      const session = await createDepositSession(PRIVATE, MINE, { expiresIn: '1m' });
      const { letsIn } = gate(PUBLIC);
      assert.ok(await letsIn(session));
      mock.timers.tick(91_000);
      assert.ok(!(await letsIn(session)));
    } finally {
      mock.timers.reset();
    }
  });
});
