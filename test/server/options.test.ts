import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createDepositKit, type DepositKitOptions } from 'deposit-slip/kit';
import { readOptions } from '../../src/server/kit/options.js';
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
      'The deposit kit cannot start: baseUrl is missing, token is missing, authorize or session is missing.';
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
      session: 'short',
      allowedOrigins: ['*'],
      limiter: {},
      key: 'ip',
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
        'authorize is no function, session is neither a secret of 32 bytes or more nor an Ed25519 key, ' +
        'allowedOrigins is no list of origins, like https://shop.example, ' +
        'limiter lacks consume, and is not false, key is no function, store lacks get or set, ' +
        'timeout is not from 1 to 120000 milliseconds, test is neither true nor false, fetch is no function, ' +
        'on takes functions named request response issued arrived finding error, logger lacks warn or error, ' +
        'authorize and session are both given.',
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
      ['api.example.com', 'is not a URL'],
      [7, 'is not a URL'],
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

  it('take who asks in one way', () => {
    const { authorize: _, ...rest } = GOOD;
    assert.match(faultOf(rest), /start: authorize or session is missing\.$/);
    assert.match(
      faultOf({ ...GOOD, session: 'x'.repeat(32) }),
      /start: authorize and session are both given\.$/,
    );
    assert.equal(faultOf({ ...rest, session: 'x'.repeat(32) }), '');
  });

  it('take a session key of either algorithm, and no key file in place of a secret', async () => {
    const { authorize: _, ...rest } = GOOD;
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const open = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const good = [
      new Uint8Array(32),
      privatePem,
      publicPem,
      ` ${publicPem}\r\n`,
      pair.publicKey,
      open.privateKey,
    ];
    for (const session of good) assert.equal(faultOf({ ...rest, session }), '');
    const jwk = await crypto.subtle.exportKey('jwk', open.publicKey);
    const bad = [
      'x'.repeat(31),
      new Uint8Array(31),
      7,
      null,
      Buffer.from(publicPem),
      publicKey.export({ type: 'spki', format: 'der' }),
      privateKey.export({ type: 'pkcs8', format: 'der' }),
      publicPem.replaceAll('\n', '\\n'),
      publicPem.replaceAll('PUBLIC', 'OTHER'),
      publicPem.replace(/-----[^-]*-----/g, ''),
      generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      JSON.stringify(jwk),
      Buffer.from(JSON.stringify(jwk)),
      pair,
    ];
    for (const session of bad)
      assert.match(
        faultOf({ ...rest, session }),
        /session is neither a secret of 32 bytes or more nor an Ed25519 key/,
      );
    assert.match(
      faultOf({ ...rest, session: pair.privateKey }),
      /session is a private key that cannot be exported/,
    );
  });

  it('take origins as browsers send them, and no other spelling', () => {
    for (const allowedOrigins of [
      [],
      ['https://shop.example', 'http://localhost:5173', 'https://xn--bcher-kva.example'],
      // Pages of an app, in its own browser view.
      ['capacitor://localhost', 'ionic://localhost:8080', 'chrome-extension://abcdefghijklmnop'],
    ])
      assert.equal(faultOf({ ...GOOD, allowedOrigins }), '');
    const bad = [
      '*',
      'null',
      '',
      'shop.example',
      'https://shop.example/',
      'https://shop.example:443',
      'HTTPS://shop.example',
      'https://Shop.example',
      'https://*.shop.example',
      'https://shop.example/pay',
      'https://user@shop.example',
      'https://bücher.example',
      ' https://shop.example',
      'file:///etc',
      'file://',
      'data:,',
      'blob:https://shop.example',
      'capacitor://localhost/',
      'capacitor://user@localhost',
      'capacitor://localhost?',
      'capacitor://localhost#',
      'CAPACITOR://localhost',
      'capacitor://*',
      'capacitor:localhost',
    ];
    for (const origin of bad)
      assert.match(
        faultOf({ ...GOOD, allowedOrigins: [origin] }),
        /allowedOrigins is no list of origins/,
        origin,
      );
    for (const allowedOrigins of ['https://shop.example', { 0: 'https://shop.example' }, [7], [null], null])
      assert.match(faultOf({ ...GOOD, allowedOrigins }), /allowedOrigins is no list of origins/);
  });

  it('show no secret when they are printed', () => {
    const settings = readOptions({
      ...GOOD,
      secret: 'canary-secret '.repeat(4),
      signingKey: undefined as never,
    });
    const { authorize: _, ...rest } = GOOD;
    const others = readOptions({ ...rest, session: 'canary-session '.repeat(4) });
    for (const each of [settings, others])
      for (const text of [inspect(each, { depth: Infinity }), JSON.stringify(each)])
        assert.ok(!/canary|99, *97, *110, *97/.test(text), text);
    assert.equal(settings.token, GOOD.token);
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
