/** P6, the kit's part: whatever is asked, what is signed is what was asked. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Store } from 'deposit-slip/kit';
import { signedHead } from '../../../src/core/signed-head.js';
import { readQuery } from '../../../src/server/kit/query.js';
import { isRejection } from '../../../src/server/kit/rejection.js';
import { fakeApi } from '../../server/fake-api.js';
import { shop } from '../../server/shop.js';
import { cases } from '../scale.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const SIGNING_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const NAMES = ['paymentId', 'fiat', 'amount', 'refresh', 'arrival', 'nonce'] as const;

const GRANT = {
  id: 'order-1',
  merchantId: 7001,
  ownAccount: true,
  methods: [
    { paymentId: 90, fiat: 'BRL' },
    { paymentId: 105, fiat: 'MXN' },
    { paymentId: 92, fiat: 'BRL' },
  ],
};

const NONCE = fc.string({ unit: fc.constantFrom(...'aZ09-_'), minLength: 16, maxLength: 64 });
const BREAKS = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0'];
/** Values a browser may send: good ones, good ones with something before, in or after them, and anything. */
const tainted = (good: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: good },
    {
      weight: 2,
      arbitrary: fc
        .tuple(good, fc.constantFrom(...BREAKS), fc.nat(70))
        .map(([value, sign, at]) => value.slice(0, at) + sign + value.slice(at)),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  );
const query = fc.record(
  {
    paymentId: tainted(fc.constantFrom('90', '105', '92', '63')),
    fiat: tainted(fc.constantFrom('BRL', 'MXN')),
    amount: tainted(fc.constantFrom('150', '150.00', '0.1')),
    refresh: tainted(fc.constant('1')),
    nonce: tainted(NONCE),
  },
  { requiredKeys: [] },
);
const arrivals = fc.record({ arrival: tainted(fc.constant('a.b.c')), nonce: tainted(NONCE) });
const session = fc.option(
  fc.string({ unit: fc.constantFrom(...'ab=.-_ \té'), minLength: 1, maxLength: 40 }),
  {
    nil: undefined,
  },
);

function headersOf(bearer: string | undefined): Record<string, string> {
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
}

describe('what a kit signs', () => {
  it('has eight lines before the body, whatever a browser sends: no value that is taken holds a line break', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(query, arrivals), session, (asked, bearer) => {
        const address = `https://shop.example/deposit?${new URLSearchParams(asked)}`;
        if (isRejection(readQuery(address))) return;
        taken += 1;
        const { searchParams } = new URL(address);
        const sent = new Headers(headersOf(bearer)).get('authorization')?.slice('Bearer '.length);
        const lines = signedHead(searchParams, sent).split('\n');
        const said = NAMES.map((name) => searchParams.get(name) ?? '');
        assert.deepEqual(lines, ['deposit-slip 1', ...said, sent ?? '', '']);
      }),
      { numRuns: cases(5_000, 100_000) },
    );
    assert.ok(taken > cases(5_000, 100_000) / 20, `${taken} were taken`);
  });

  it('verifies over what was asked, said in the guide’s words, and every error is unsigned', async () => {
    const api = fakeApi();
    const { kit } = shop({ fetch: api.fetch, grant: GRANT, signingKey: SIGNING_KEY });
    const counts = { signed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(query, session, async (asked, bearer) => {
        const params = new URLSearchParams(asked);
        const request = new Request(`https://shop.example/deposit?${params}`, { headers: headersOf(bearer) });
        const sent = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
        const answer = await kit(request);
        const body = Buffer.from(await answer.arrayBuffer());
        const signature = answer.headers.get('deposit-signature');
        if (!answer.ok) {
          counts.refused += 1;
          return assert.equal(signature, null);
        }
        counts.signed += 1;
        const lines = ['deposit-slip 1', ...NAMES.map((name) => params.get(name) ?? ''), sent, ''].join('\n');
        const message = Buffer.concat([Buffer.from(lines), body]);
        assert.ok(verify(null, message, publicKey, Buffer.from(signature ?? '', 'base64url')));
      }),
      { numRuns: cases(300, 20_000) },
    );
    assert.ok(counts.signed > 20 && counts.refused > 20, JSON.stringify(counts));
  });

  it('has a nonce of which neither the API nor the store ever hears', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(NONCE, { minLength: 1, maxLength: 4 }), async (nonces) => {
        const [without, withThem] = [
          await trail(['']),
          await trail(nonces.map((nonce) => `&nonce=${nonce}`)),
        ];
        assert.deepEqual(withThem, without);
      }),
      { numRuns: cases(50, 2_000) },
    );
  });
});

/** What the API and the store hear of questions for one slip and its arrival, however often they are asked. */
async function trail(endings: readonly string[]): Promise<{ asked: string[]; keys: string[] }> {
  const api = fakeApi();
  const kept = new Map<string, string>();
  const keys = new Set<string>();
  const store: Store = {
    get: (key) => (keys.add(key), kept.get(key)),
    set: (key, value) => kept.set(key, value),
  };
  const { send } = shop({ fetch: api.fetch, store, grant: GRANT, signingKey: SIGNING_KEY });
  const since = new Date(0).toUTCString();
  api.script({
    slip: () => new Response(PIX, { headers: { 'content-type': 'application/json', date: since } }),
  });
  for (const ending of endings) {
    const { body } = await send(`?paymentId=90${ending}`);
    assert.equal((await send(`?arrival=${body.arrival}${ending}`)).status, 200);
  }
  // How long a waiting answer stands is a matter of time; what is asked is none.
  return { asked: [...new Set(api.calls.map(({ url }) => url.href))], keys: [...keys].sort() };
}

const PIX =
  '{"code":200,"msg":"SUCCESS","data":{"fiat":"BRL","paymentMethodName":"Pix","txId":"7","fieldList":{"Pix Key":"a@b.example"}}}';
