import assert from 'node:assert/strict';
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
        'secret is not 32 bytes or more, authorize is no function, store lacks get or set, ' +
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

  it('quote no value when they are wrong', () => {
    const secret = 'canary';
    const message = faultOf({ ...GOOD, token: 'canary\n', secret, baseUrl: 'https://canary:x@a.example' });
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
