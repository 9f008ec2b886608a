import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { trustKeyOf } from 'deposit-slip/kit';
import { fakeApi, flowPage, json, PIX_TX } from './fake-api.js';
import { PIX_GRANT, ask, shop, type Answer } from './shop.js';

const NONCE = 'a-nonce-of-16-bytes-';
const ours = generateKeyPairSync('ed25519');
const PEM = ours.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Whether an answer is signed for this, the message written out as the guide has it. */
function isSignedFor({ headers, text }: Answer, lines: readonly string[], key: KeyObject): boolean {
  const signature = headers.get('deposit-signature') ?? '';
  assert.match(signature, /^[\w-]{86}$/);
  const message = `deposit-slip 1\n${lines.join('\n')}\n${text}`;
  return verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64url'));
}

describe('a kit with a signing key', () => {
  const api = fakeApi({ flows: flowPage({ txId: 'x' }).replace('"x"', PIX_TX) });
  const { kit } = shop({ fetch: api.fetch, signingKey: PEM });
  const bearer = { headers: { authorization: 'Bearer a-session' } };

  it('signs a slip with what was asked, the nonce and the session', async () => {
    const answer = await ask(kit, `?paymentId=90&fiat=BRL&amount=20.5&refresh=1&nonce=${NONCE}`, bearer);
    const lines = ['90', 'BRL', '20.5', '1', '', NONCE, 'a-session'];
    assert.ok(isSignedFor(answer, lines, ours.publicKey));
    assert.ok(!isSignedFor(answer, lines.with(5, ''), ours.publicKey));
  });

  it('signs empty lines where nothing was said', async () => {
    assert.ok(isSignedFor(await ask(kit), ['', '', '', '', '', '', ''], ours.publicKey));
    const basic = { headers: { authorization: 'Basic YTpi' } };
    assert.ok(isSignedFor(await ask(kit, '', basic), ['', '', '', '', '', '', ''], ours.publicKey));
  });

  it('signs the methods there are, and what is known of an arrival', async () => {
    const methods = [...PIX_GRANT.methods, { paymentId: 105, fiat: 'MXN' }];
    const many = shop({ fetch: api.fetch, signingKey: PEM, grant: { ...PIX_GRANT, methods } });
    const offers = await many.ask(`?nonce=${NONCE}`);
    assert.ok(offers.text.includes('"methods"'));
    assert.ok(isSignedFor(offers, ['', '', '', '', '', NONCE, ''], ours.publicKey));
    const { arrival } = (await ask(kit, '?paymentId=90')).body;
    const told = await ask(kit, `?arrival=${arrival}&nonce=${NONCE}`);
    assert.ok(told.text.includes('"arrived"'));
    assert.ok(isSignedFor(told, ['', '', '', '', arrival!, NONCE, ''], ours.publicKey));
  });

  it('signs the mark of a test with the rest of the body', async () => {
    const answer = await shop({ fetch: api.fetch, signingKey: PEM, test: true }).ask('?paymentId=90');
    assert.equal(answer.body.test, true);
    assert.ok(isSignedFor(answer, ['90', '', '', '', '', '', ''], ours.publicKey));
  });

  it('signs no error and no HEAD, and nothing without a key', async () => {
    const unsigned = [
      await ask(kit, '?paymentId=63'),
      await ask(kit, '?paymentId=x'),
      await ask(kit, '?paymentId=90', { method: 'HEAD' }),
      await ask(kit, '?paymentId=90', { method: 'POST' }),
      await shop({ fetch: fakeApi({ slip: json('{}', { status: 500 }) }).fetch, signingKey: PEM }).ask(),
      await shop({ fetch: api.fetch, grant: null, signingKey: PEM }).ask(),
      await shop({ fetch: api.fetch }).ask(`?nonce=${NONCE}`),
    ];
    for (const { headers } of unsigned) assert.equal(headers.get('deposit-signature'), null);
    assert.deepEqual(
      unsigned.map(({ status }) => status),
      [403, 400, 200, 405, 502, 401, 200],
    );
  });

  it('takes a nonce of 16 to 64 signs of base64url, once, and refuses any other', async () => {
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

  it('signs with a CryptoKey as with its PEM', async () => {
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const answer = await shop({ fetch: api.fetch, signingKey: pair.privateKey }).ask('?paymentId=90');
    const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
    const key = createPublicKey({ format: 'jwk', key: { ...jwk } });
    assert.ok(isSignedFor(answer, ['90', '', '', '', '', '', ''], key));
  });
});

describe('the trust key', () => {
  it('is the public half of the signing key, in 43 signs', async () => {
    const { x } = ours.publicKey.export({ format: 'jwk' });
    assert.equal(await trustKeyOf(PEM), x);
    assert.match(x!, /^[\w-]{43}$/);
    const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey));
    assert.equal(await trustKeyOf(pair.privateKey), raw.toString('base64url'));
  });

  it('cannot be had of a key that is not to leave, or is none', async () => {
    const { privateKey } = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    await assert.rejects(trustKeyOf(privateKey), /^Error: The signing key must be extractable\.$/);
    await assert.rejects(trustKeyOf('canary'), (error: Error) => {
      assert.match(error.message, /^The signing key must be a private Ed25519 key/);
      return !error.message.includes('canary');
    });
    await assert.rejects(trustKeyOf(undefined as never), /^Error: The signing key is missing\.$/);
  });
});
