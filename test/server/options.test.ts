import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { createDepositKit, type DepositKitOptions } from 'deposit-slip/kit';
import { keptLogger } from './shop.js';

const GOOD: DepositKitOptions = {
  baseUrl: 'https://api.example.com/pay',
  token: 'canary-token',
  secret: 'x'.repeat(32),
  authorize: () => null,
};

function faultOf(options: unknown): string {
  try {
    createDepositKit(options as DepositKitOptions);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  return '';
}

describe('the kit’s options', () => {
  it('are named in one sentence, all that are missing', () => {
    const expected =
      'The deposit kit cannot start: baseUrl is missing, token is missing, authorize is missing.';
    for (const options of [{}, undefined, null, { baseUrl: '', token: '' }])
      assert.equal(faultOf(options), expected);
  });

  it('are named in one sentence, all that are wrong', () => {
    const wrong = {
      baseUrl: 'http://api.example.com',
      token: 'two words',
      secret: 'short',
      signingKey: '',
      authorize: 'me',
      store: { get: () => null },
      timeout: 0,
      test: 'yes',
      fetch: {},
      on: { isued: () => undefined },
      logger: {},
    };
    assert.equal(
      faultOf(wrong),
      'The deposit kit cannot start: baseUrl is not https, token cannot be sent in a header, ' +
        'secret is not 32 bytes or more, signingKey is no private Ed25519 key (a CryptoKey, or PKCS#8 in PEM), ' +
        'authorize is no function, store lacks get or set, ' +
        'timeout is not from 1 to 120000 milliseconds, test is neither true nor false, fetch is no function, ' +
        'on takes functions named request response issued arrived finding error, logger lacks warn or error.',
    );
  });

  it('are found good', () => {
    assert.equal(faultOf(GOOD), '');
    const loopback = [
      'http://localhost:3000',
      'http://127.0.0.1:3000/x',
      'http://[::1]:1',
      'http://api.localhost',
    ];
    for (const baseUrl of [...loopback, new URL('https://a.example')]) {
      assert.equal(faultOf({ ...GOOD, baseUrl }), '', String(baseUrl));
    }
    assert.equal(faultOf({ ...GOOD, secret: new Uint8Array(32), timeout: 1, test: false, on: {} }), '');
  });

  it('take no base URL that could lead the token elsewhere', () => {
    const bad = [
      ['http://127.0.0.1.evil.example', 'is not https'],
      ['http://localhost.evil.example', 'is not https'],
      ['ftp://localhost', 'is not https'],
      ['https://user:pass@api.example.com', 'holds a user name or password'],
      ['https://api.example.com/?x=1', 'holds a query or a fragment'],
      ['https://api.example.com/#x', 'holds a query or a fragment'],
      ['api.example.com', 'is no URL'],
      [7, 'is no URL'],
    ] as const;
    for (const [baseUrl, fault] of bad)
      assert.match(faultOf({ ...GOOD, baseUrl }), new RegExp(`baseUrl ${fault}`));
  });

  it('take no signing key but a private Ed25519 key', async () => {
    const make = (type: 'ed25519' | 'x25519' | 'ed448') => generateKeyPairSync(type as 'ed25519');
    const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' }).toString();
    const { privateKey, publicKey } = make('ed25519');
    const good = pem(privateKey, 'pkcs8');
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    for (const signingKey of [undefined, good, good.replaceAll('\n', '\r\n'), ` ${good} `, pair.privateKey])
      assert.equal(faultOf({ ...GOOD, signingKey }), '');
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
    const bad = [
      '',
      null,
      7,
      'canary',
      pair,
      pair.publicKey,
      (await crypto.subtle.generateKey(ecdsa, false, ['sign', 'verify'])).privateKey,
      await crypto.subtle.generateKey(hmac, false, ['sign', 'verify']),
      { type: 'private', algorithm: { name: 'Ed25519' }, usages: ['sign'] },
      pem(publicKey, 'spki'),
      pem(make('x25519').privateKey, 'pkcs8'),
      pem(make('ed448').privateKey, 'pkcs8'),
      good.replaceAll('PRIVATE', 'PUBLIC'),
      good.replaceAll('\n', '\\n'),
      good.replace('MC4C', 'MC4D'),
      `${good}${good}`,
      privateKey.export({ type: 'pkcs8', format: 'der' }),
    ];
    for (const signingKey of bad)
      assert.match(faultOf({ ...GOOD, signingKey }), /start: signingKey is no private Ed25519 key/);
  });

  it('quote no value when they are wrong', () => {
    const secret = 'canary';
    const signingKey = '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----';
    const wrong = { ...GOOD, token: 'canary\n', secret, signingKey, baseUrl: 'https://canary:x@a.example' };
    const message = faultOf(wrong);
    assert.ok(message !== '' && !message.includes('canary'));
  });

  it('warn once where there is no secret', () => {
    const logger = keptLogger();
    const { secret: _, ...rest } = GOOD;
    createDepositKit({ ...rest, logger });
    assert.equal(logger.lines.length, 1);
    createDepositKit({ ...GOOD, logger });
    assert.equal(logger.lines.length, 1);
  });
});
