import assert from 'node:assert/strict';
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { createVisitId, trustKeyOf, type DepositKit } from 'deposit-slip/kit';
import { fakeApi, json, pixFlow } from '../fake-api.js';
import { keyPair } from '../keys.js';
import { PIX_GRANT, SECRET, sendTo, shop, type Answer } from '../shop.js';

const NONCE = 'a-nonce-of-16-bytes-';
const { privatePem: PEM, publicKey } = keyPair();
const VISIT = await createVisitId(SECRET, PIX_GRANT);
const NO_LINES = ['', '', '', '', '', '', VISIT, ''];

/** Sends a request of the visit's page. */
function ask(kit: DepositKit, query = '', init: RequestInit = {}): Promise<Answer> {
  return sendTo(kit, `${query === '' ? '?' : `${query}&`}visit=${VISIT}`, init);
}

/** Whether a response is signed for these lines. The message is written as docs/back-end.md describes it. */
function isSignedFor(
  { headers, text }: Answer,
  lines: readonly string[],
  key: KeyObject = publicKey,
): boolean {
  const signature = headers.get('deposit-signature') ?? '';
  assert.match(signature, /^[\w-]{86}$/);
  const message = `deposit-slip 2\n${lines.join('\n')}\n${text}`;
  return verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64url'));
}

describe('a kit with a signing key', () => {
  const { api, kit } = shop({ signingKey: PEM });

  it('signs an empty line for each missing value', async () => {
    assert.ok(isSignedFor(await ask(kit), NO_LINES));
    const basic = { headers: { authorization: 'Basic YTpi' } };
    assert.ok(isSignedFor(await ask(kit, '', basic), NO_LINES));
  });

  it('signs the list of methods, and an arrival', async () => {
    const methods = [...PIX_GRANT.methods, { paymentId: 105, fiat: 'MXN' }];
    const many = shop({ api, signingKey: PEM, grant: { ...PIX_GRANT, methods } });
    const offers = await ask(many.kit, `?nonce=${NONCE}`);
    assert.ok(offers.text.includes('"methods"'));
    assert.ok(isSignedFor(offers, ['', '', '', '', '', NONCE, VISIT, '']));
    const paid = shop({ api: fakeApi({ flows: () => pixFlow() }), signingKey: PEM });
    const { arrival } = (await ask(paid.kit, '?paymentId=90')).body;
    const arrived = await ask(paid.kit, `?arrival=${arrival}&nonce=${NONCE}`);
    assert.ok(arrived.text.includes('"arrived"'));
    assert.ok(isSignedFor(arrived, ['', '', '', '', arrival!, NONCE, VISIT, '']));
  });

  it('signs a history with its cursor', async () => {
    const plain = await ask(kit, `?history=1&nonce=${NONCE}`);
    assert.ok(plain.text.includes('"deposits"'));
    assert.ok(isSignedFor(plain, ['', '', '', '', '', NONCE, VISIT, '1', '', '']));
    const before = '1700000000000.2';
    const page = await ask(kit, `?history=1&before=${before}&nonce=${NONCE}`);
    assert.ok(isSignedFor(page, ['', '', '', '', '', NONCE, VISIT, '1', before, '']));
    // Without a history, a cursor has no effect.
    assert.ok(isSignedFor(await ask(kit, `?before=${before}`), NO_LINES));
  });

  it('signs neither errors nor HEAD, and nothing without a key', async () => {
    const unsigned = [
      await ask(kit, '?paymentId=63'),
      await ask(kit, '?paymentId=x'),
      await ask(kit, '?paymentId=90', { method: 'HEAD' }),
      await ask(kit, '?paymentId=90', { method: 'POST' }),
      await ask(shop({ api: fakeApi({ slip: json('{}', { status: 500 }) }), signingKey: PEM }).kit),
      await shop({ api, grant: null, signingKey: PEM }).send(),
      await shop({ api }).send(`?nonce=${NONCE}`),
    ];
    for (const { headers } of unsigned) assert.equal(headers.get('deposit-signature'), null);
    assert.deepEqual(
      unsigned.map(({ status }) => status),
      [403, 400, 200, 405, 502, 401, 200],
    );
  });

  it('accepts one nonce of 16 to 64 characters of base64url', async () => {
    for (const good of ['a'.repeat(16), 'Z'.repeat(64), '_-_-_-_-_-_-_-_-_-'])
      assert.equal((await ask(kit, `?nonce=${good}`)).status, 200, good);
    for (const bad of [
      '',
      'a'.repeat(15),
      'a'.repeat(65),
      'a nonce with blanks',
      'a-nonce-with-a-line%0Abreak',
      'padded-base64-nonce=',
    ])
      assert.equal((await ask(kit, `?nonce=${bad}`)).status, 400, bad);
    assert.equal((await ask(kit, `?nonce=${NONCE}&nonce=${NONCE}`)).status, 400);
  });

  it('also signs with a CryptoKey', async () => {
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const answer = await ask(shop({ api, signingKey: pair.privateKey }).kit, '?paymentId=90');
    const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
    const key = createPublicKey({ format: 'jwk', key: { ...jwk } });
    assert.ok(isSignedFor(answer, ['90', '', '', '', '', '', VISIT, ''], key));
  });
});

describe('the trust key', () => {
  it('is the public key of the signing key in 43 characters', async () => {
    const { x } = publicKey.export({ format: 'jwk' });
    assert.equal(await trustKeyOf(PEM), x);
    assert.match(x!, /^[\w-]{43}$/);
    const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey));
    assert.equal(await trustKeyOf(pair.privateKey), raw.toString('base64url'));
  });

  it('cannot be derived from an unextractable, invalid or missing key', async () => {
    const { privateKey } = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    await assert.rejects(trustKeyOf(privateKey), /^Error: The signing key must be extractable\.$/);
    await assert.rejects(trustKeyOf('canary'), (error: Error) => {
      assert.match(error.message, /^The signing key must be a private Ed25519 key/);
      return !error.message.includes('canary');
    });
    await assert.rejects(trustKeyOf(undefined as never), /^Error: The signing key is missing\.$/);
  });
});
