import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createDepositKit,
  createMemoryStore,
  type Authentication,
  type DepositKitOptions,
} from 'deposit-slip/kit';
import { keyPair } from '../keys.js';
import { recordingLogger } from '../shop.js';

const GOOD: DepositKitOptions & Pick<Required<DepositKitOptions>, 'authorize'> = {
  baseUrl: 'https://api.example.com/pay',
  token: 'canary-token',
  secret: 'x'.repeat(32),
  authorize: () => null,
  store: createMemoryStore(),
};

const { authorize: _, ...WITHOUT_AUTHORIZE } = GOOD;

/** The message of the error that these options cause, or an empty text if they are valid. */
function errorOf(options: unknown): string {
  try {
    createDepositKit(options as DepositKitOptions & Authentication);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  return '';
}

describe('the kit’s options', () => {
  it('cause one error that names all missing ones', () => {
    const expected =
      'The deposit kit cannot start: baseUrl is missing, token is missing, authorize or session is missing.';
    for (const options of [{}, undefined, null, { baseUrl: '', token: '' }])
      assert.equal(errorOf(options), expected);
  });

  it('cause one error that names all invalid ones', () => {
    const invalid = {
      baseUrl: 'http://api.example.com',
      token: 'two words',
      secret: 'short',
      authorize: 'me',
      session: 'short',
      allowedOrigins: ['*'],
      limiter: {},
      key: 'ip',
      refreshes: 0,
      watchDays: 366,
      keep: 1,
      rate: 0,
      scope: '',
      store: { get: () => null },
      timeout: 0,
      test: 'yes',
      fetch: {},
      on: { isued: () => undefined },
      logger: {},
    };
    assert.equal(
      errorOf(invalid),
      'The deposit kit cannot start: baseUrl is not https, token cannot be sent in a header, ' +
        'secret must have at least 32 bytes, ' +
        'authorize must be a function, session must be a secret of at least 32 bytes or an Ed25519 key, ' +
        'allowedOrigins must be a list of origins like https://shop.example, ' +
        'limiter must be false or have a consume method, key must be a function, refreshes is not from 1 to 1000, ' +
        'watchDays is not from 1 to 365, store must be made by createPostgresStore or createMemoryStore, ' +
        'on must have only functions named request, response, issued, deposit, paid, returned, unmatched, finding, error, ' +
        'keep is not from 2 to 3650, rate is not from 0.1 to 1000, ' +
        'scope must be a string of at most 256 ASCII characters, ' +
        'timeout is not from 1 to 120000 milliseconds, test must be true or false, fetch must be a function, ' +
        'logger must have warn and error methods, ' +
        'authorize and session cannot be combined, keep must be greater than watchDays.',
    );
  });

  it('are accepted when they are valid', () => {
    assert.equal(errorOf(GOOD), '');
    const loopback = [
      'http://localhost:3000',
      'http://127.0.0.1:3000/x',
      'http://[::1]:1',
      'http://api.localhost',
    ];
    for (const baseUrl of [...loopback, new URL('https://a.example')]) {
      assert.equal(errorOf({ ...GOOD, baseUrl }), '', String(baseUrl));
    }
    assert.equal(errorOf({ ...GOOD, secret: new Uint8Array(32), timeout: 1, test: false, on: {} }), '');
  });

  it('reject a base URL that could send the token elsewhere', () => {
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
    for (const [baseUrl, error] of bad)
      assert.match(errorOf({ ...GOOD, baseUrl }), new RegExp(`baseUrl ${error}`));
  });

  it('refuse a signing key, lest somebody believe that responses are signed', () => {
    assert.match(errorOf({ ...GOOD, signingKey: 'any' }), /signingKey was removed: responses are not/);
  });

  it('require exactly one way to authenticate', () => {
    assert.match(errorOf(WITHOUT_AUTHORIZE), /start: authorize or session is missing\.$/);
    assert.match(
      errorOf({ ...GOOD, session: 'x'.repeat(32) }),
      /start: authorize and session cannot be combined\.$/,
    );
    assert.equal(errorOf({ ...WITHOUT_AUTHORIZE, session: 'x'.repeat(32) }), '');
  });

  it('accept a session key of either algorithm, but no key file in place of a secret', async () => {
    const { privateKey, publicKey, privatePem, publicPem } = keyPair();
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const extractable = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const good = [
      new Uint8Array(32),
      privatePem,
      publicPem,
      ` ${publicPem}\r\n`,
      pair.publicKey,
      extractable.privateKey,
    ];
    for (const session of good) assert.equal(errorOf({ ...WITHOUT_AUTHORIZE, session }), '');
    const jwk = await crypto.subtle.exportKey('jwk', extractable.publicKey);
    const bad = [
      'x'.repeat(31),
      7,
      null,
      Buffer.from(publicPem),
      publicKey.export({ type: 'spki', format: 'der' }),
      privateKey.export({ type: 'pkcs8', format: 'der' }),
      publicPem.replaceAll('\n', '\\n'),
      publicPem.replace(/-----[^-]*-----/g, ''),
      keyPair('x25519').publicPem,
      JSON.stringify(jwk),
      Buffer.from(JSON.stringify(jwk)),
    ];
    for (const session of bad)
      assert.match(
        errorOf({ ...WITHOUT_AUTHORIZE, session }),
        /session must be a secret of at least 32 bytes or an Ed25519 key/,
      );
    assert.match(
      errorOf({ ...WITHOUT_AUTHORIZE, session: pair.privateKey }),
      /session is a private key that cannot be exported/,
    );
  });

  it('accept origins only as browsers spell them', () => {
    for (const allowedOrigins of [
      [],
      ['https://shop.example', 'http://localhost:5173', 'https://xn--bcher-kva.example'],
      // Pages of an app in a web view.
      ['capacitor://localhost', 'ionic://localhost:8080', 'chrome-extension://abcdefghijklmnop'],
    ])
      assert.equal(errorOf({ ...GOOD, allowedOrigins }), '');
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
      'https://user@shop.example',
      'https://bücher.example',
      ' https://shop.example',
      'file://',
      'data:,',
      'blob:https://shop.example',
      'capacitor://localhost/',
      'capacitor://localhost#',
      'capacitor:localhost',
    ];
    for (const origin of bad)
      assert.match(
        errorOf({ ...GOOD, allowedOrigins: [origin] }),
        /allowedOrigins must be a list of origins/,
        origin,
      );
    for (const allowedOrigins of ['https://shop.example', { 0: 'https://shop.example' }, [7], [null], null])
      assert.match(errorOf({ ...GOOD, allowedOrigins }), /allowedOrigins must be a list of origins/);
  });

  it('keep rows for longer than slips are watched, whichever of the two is given', () => {
    for (const [watchDays, keep, isValid] of [
      [30, 31, true],
      [30, 30, false],
      [89, undefined, true],
      [90, undefined, false],
      [undefined, 30, false],
      [undefined, 31, true],
      [365, 3650, true],
      [1.5, 90, false],
    ] as const)
      assert.equal(errorOf({ ...GOOD, watchDays, keep }) === '', isValid, `${watchDays} and ${keep}`);
  });

  it('log one warning without a secret, and one without a store', () => {
    const logger = recordingLogger();
    const { secret: _secret, store: _store, ...rest } = GOOD;
    for (const [options, warning] of [
      [{ ...rest, store: createMemoryStore() }, /has no secret/],
      [{ ...rest, secret: GOOD.secret! }, /keeps payments in memory/],
      [GOOD, undefined],
    ] as const) {
      logger.lines.length = 0;
      createDepositKit({ ...options, logger });
      assert.equal(logger.lines.length, warning ? 1 : 0);
      if (warning) assert.match(logger.lines[0]!, warning);
    }
  });
});
