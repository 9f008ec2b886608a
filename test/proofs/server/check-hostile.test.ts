import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { checkEndpoint, reportText, type CheckOptions, type Report } from 'deposit-slip/check';
import { PHP } from '../../fixtures/endpoints/php.js';
import { withLoopback } from '../../server/loopback.js';
import { rulesWith } from '../../server/check/reports.js';

const SESSION = 'canary-session-of-a-hostile-shop';
const COOKIE = 'visit=canary-cookie-of-a-hostile-shop';
const ACCOUNT = '999180000000000015';
const ESCAPE = '\u001b[2J\u001b[31m\u202e\u0007';

/** Checks an endpoint with this listener. */
function reportOn(
  listener: RequestListener,
  options: Partial<CheckOptions> = {},
  path = '',
): Promise<Report> {
  return withLoopback(listener, (url) => checkEndpoint({ endpoint: url + path, ...options }));
}

function resultOf({ lines }: Report, name: string): string | undefined {
  return lines.find(({ rule }) => rule === name)?.result;
}

/** Echoes the credentials everywhere, with control characters of terminals. */
const echo: RequestListener = ({ headers }, response) => {
  const credentials = `${headers.authorization} ${headers.cookie}`;
  const fieldList = {
    'Cuenta CLABE': `${ACCOUNT}0`,
    [`${ESCAPE}${ACCOUNT}0`]: ACCOUNT,
    [credentials]: credentials,
  };
  const body = {
    code: 200,
    msg: credentials,
    data: { fiat: 'MXN', fieldList },
    paymentId: 105,
    [credentials]: ESCAPE,
  };
  response.writeHead(200, {
    'content-type': `application/json; echo=${credentials.replaceAll(' ', '')}`,
    'cache-control': credentials,
    'access-control-allow-origin': credentials,
    server: `${credentials}/1.0`,
  });
  response.end(JSON.stringify(body));
};

describe('the report', () => {
  it('prints no session, cookie, account number or control character', async () => {
    const options = {
      session: SESSION,
      headers: [['Cookie', COOKIE]] as const,
      origin: 'https://shop.example',
      paymentIds: [105],
    };
    const report = await reportOn(echo, options, `/deposit?visit=${SESSION}`);
    const text = reportText(report);
    assert.ok(rulesWith(report, 'fail').length > 3, text);
    for (const output of [text, JSON.stringify(report)])
      for (const secret of [SESSION, COOKIE, 'canary', ACCOUNT])
        assert.ok(!output.includes(secret), `${secret}\n${output}`);
    assert.equal(/[^\n\x20-\x7e\u2026]/.exec(text), null, text);
  });

  it('prints no part of a credential, even if a response echoes only its value', async () => {
    // Each value starts differently, so that redacting one does not redact the others.
    const values = ['1-the-bearer', '2-first-cookie', '3-second-cookie', '4-set-cookie'];
    const listener: RequestListener = (_, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'cache-control': `${values[0]} ${values[1]}`,
        'access-control-allow-origin': values[2],
        'set-cookie': 'three=4-set-cookie',
      });
      response.end(JSON.stringify({ code: '4-set-cookie', msg: '', data: {} }));
    };
    const headers = [
      ['Authorization', 'Bearer 1-the-bearer'],
      ['Cookie', 'one=2-first-cookie; two=3-second-cookie'],
    ] as const;
    const text = reportText(await reportOn(listener, { headers, origin: 'https://shop.example' }));
    for (const value of values) assert.ok(!text.includes(value), text);
  });
});

describe('the check', () => {
  it('makes no request over plain http', async () => {
    const report = await checkEndpoint({
      endpoint: 'http://shop.example/deposit',
      session: SESSION,
      fetch: () => assert.fail('no request is made'),
    });
    assert.equal(report.requests, 0);
    assert.deepEqual(rulesWith(report, 'fail'), ['https']);
  });

  it('follows no redirect', async () => {
    const paths: (string | undefined)[] = [];
    const elsewhere: RequestListener = ({ url }, response) => {
      paths.push(url);
      response.writeHead(307, { location: '/landed' }).end();
    };
    assert.equal(resultOf(await reportOn(elsewhere, { session: SESSION }, '/deposit'), 'redirect'), 'fail');
    assert.ok(paths.every((path) => path?.startsWith('/deposit')));
  });

  it('stops if the first request gets no response', async () => {
    assert.equal((await reportOn(() => undefined, { timeout: 50 })).requests, 1);
  });

  it('creates only three slips if every request creates one: the last shows whose account it is', async () => {
    let created = 0;
    const counting: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if ((await response.clone().text()).includes('fieldList')) created += 1;
      return response;
    };
    const listener = PHP.listener((mistake) => mistake === 'a new slip for each request');
    const report = await reportOn(listener, {
      ...PHP.options,
      paymentIds: [],
      fetch: counting,
    });
    assert.deepEqual(rulesWith(report, 'fail'), ['same-slip']);
    assert.equal(created, 3);
  });

  it('accepts a request id, unless it contains the session', async () => {
    for (const [requestId, result] of [
      // Like the responses of nginx.
      ['9f86d081884c7d659a2feaa0c55ad015', 'ok'],
      [SESSION, 'fail'],
    ] as const) {
      const body = { code: 403, msg: 'This is not offered here.', data: null, kind: 'forbidden', requestId };
      const reject: RequestListener = (_, response) =>
        response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      assert.equal(resultOf(await reportOn(reject, { session: SESSION }), 'secrets'), result, requestId);
    }
  });

  it('reads at most 256 KiB of a response', async () => {
    let sent = 0;
    const flood: RequestListener = ({ socket }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      socket.once('close', () => (sent += socket.bytesWritten));
      const more = (): void => {
        while (response.writable && response.write(Buffer.alloc(64 * 1024, 0x20)));
        response.once('drain', more);
      };
      more();
    };
    assert.equal(resultOf(await reportOn(flood), 'json'), 'fail');
    assert.ok(sent < 200 * 1024 * 1024, `${sent} bytes`);
  });

  it('names every invalid option in one sentence, without values', async () => {
    const invalid = {
      endpoint: 'ftp://user:canary@shop.example',
      session: 'canary canary',
      headers: [['Origin', 'canary']] as const,
      paymentIds: [0],
      fiat: 'canary',
      amount: '1,5',
      origin: 'https://canary.example/path',
      tokenCanary: 'canary',
      timeout: 0,
    };
    await assert.rejects(checkEndpoint(invalid), (error: Error) => {
      assert.equal(error.name, 'CheckOptionsError');
      for (const name of Object.keys(invalid)) assert.match(error.message, new RegExp(`\\b${name}\\b`));
      assert.doesNotMatch(error.message, /canary[^ ]/);
      return true;
    });
  });
});
