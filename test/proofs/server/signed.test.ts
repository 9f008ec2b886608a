/** SECURITY.md P6 for the kit: the signature covers the request exactly as the browser sent it. */
import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createVisitId } from 'deposit-slip/kit';
import { signaturePrefix } from '../../../src/core/signature-prefix.js';
import { readQuery } from '../../../src/server/kit/http/query.js';
import { isRejection } from '../../../src/server/kit/rejection.js';
import { keyPair } from '../../server/keys.js';
import { SECRET, shop } from '../../server/shop.js';
import { cases } from '../scale.js';

const { privatePem: SIGNING_KEY, publicKey } = keyPair();
const NAMES = ['paymentId', 'fiat', 'amount', 'refresh', 'arrival', 'nonce', 'visit'] as const;

/** The lines between the version and the body. */
function linesOf(params: URLSearchParams, bearer: string): string[] {
  const names = params.has('history') ? [...NAMES, 'history', 'before'] : NAMES;
  return ['deposit-slip 2', ...names.map((name) => params.get(name) ?? ''), bearer, ''];
}

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
/** Valid values, valid values with a line break inserted, and arbitrary text. */
const tainted = (valid: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: valid },
    {
      weight: 2,
      arbitrary: fc
        .tuple(valid, fc.constantFrom(...BREAKS), fc.nat(70))
        .map(([value, character, at]) => value.slice(0, at) + character + value.slice(at)),
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
    visit: tainted(fc.constant(await createVisitId(SECRET, GRANT))),
  },
  { requiredKeys: ['visit'] },
);
const arrivals = fc.record({
  arrival: tainted(fc.constant('a.b.c')),
  nonce: tainted(NONCE),
  visit: tainted(NONCE),
});
const histories = fc.record(
  {
    history: tainted(fc.constant('1')),
    before: tainted(fc.constant('1700000000000.2')),
    nonce: tainted(NONCE),
    visit: tainted(fc.constant(await createVisitId(SECRET, GRANT))),
  },
  { requiredKeys: ['history', 'visit'] },
);
const session = fc.option(
  fc.string({ unit: fc.constantFrom(...'ab=.-_ \té'), minLength: 1, maxLength: 40 }),
  { nil: undefined },
);

function headersOf(bearer: string | undefined): Record<string, string> {
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
}

describe('the signed message of a kit', () => {
  it('has nine lines before the body, or eleven for a history: no accepted value contains a line break', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(query, arrivals, histories), session, (params, bearer) => {
        const address = `https://shop.example/deposit?${new URLSearchParams(params)}`;
        if (isRejection(readQuery(address))) return;
        accepted += 1;
        const { searchParams } = new URL(address);
        const sent = new Headers(headersOf(bearer)).get('authorization')?.slice('Bearer '.length);
        const lines = signaturePrefix(searchParams, sent).split('\n');
        assert.deepEqual(lines, linesOf(searchParams, sent ?? ''));
      }),
      { numRuns: cases(2_000, 100_000, 'random queries and sessions in a signed message') },
    );
    assert.ok(accepted > cases(2_000, 100_000) / 20, `${accepted} were accepted`);
  });

  it('is the message that docs/back-end.md describes, and errors are not signed', async () => {
    const { kit } = shop({ grant: GRANT, signingKey: SIGNING_KEY, refreshes: 1000 });
    const counts = { signed: 0, rejected: 0 };
    await fc.assert(
      fc.asyncProperty(fc.oneof(query, histories), session, async (values, bearer) => {
        const params = new URLSearchParams(values);
        const request = new Request(`https://shop.example/deposit?${params}`, { headers: headersOf(bearer) });
        const sent = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
        const answer = await kit(request);
        const body = Buffer.from(await answer.arrayBuffer());
        const signature = answer.headers.get('deposit-signature');
        if (!answer.ok) {
          counts.rejected += 1;
          return assert.equal(signature, null);
        }
        counts.signed += 1;
        const lines = linesOf(params, sent).join('\n');
        const message = Buffer.concat([Buffer.from(lines), body]);
        assert.ok(verify(null, message, publicKey, Buffer.from(signature ?? '', 'base64url')));
      }),
      { numRuns: cases(300, 20_000) },
    );
    assert.ok(counts.signed > 20 && counts.rejected > 20, JSON.stringify(counts));
  });
});
