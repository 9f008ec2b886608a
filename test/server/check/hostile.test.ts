import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { checkEndpoint, reportText, type Report } from 'deposit-slip/check';
import { isProblem, readSlip } from 'deposit-slip/core';
import { fetchAnswer } from '../../../src/widget/shared/endpoint.js';
import type { Fault } from '../../faults/fault.js';
import { startFaultProxy } from '../../faults/proxy.js';
import { FAULTS } from '../../faults/table.js';
import { PHP } from '../../fixtures/endpoints/php.js';
import { withLoopback } from '../loopback.js';

/** Rules that fail where the element shows a problem, and nowhere else. */
const OF_THE_ELEMENT = new Set([
  'answered',
  'redirect',
  'status',
  'content-type',
  'size',
  'utf-8',
  'json',
  'envelope',
  'slip',
]);

const SHORT_MS = 300;
/** What a loaded machine may need beyond two time-outs. */
const SLACK_MS = 20_000;

// In front of a fault every answer is JSON.
const server = createServer(PHP.listener((mistake) => mistake === 'addresses of any length'));
let good = '';

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  good = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

function timeoutFor({ kit }: Fault): number {
  return kit === 'timeout' ? SHORT_MS : 8_000;
}

function failed({ lines }: Report): readonly string[] {
  return lines.filter(({ result }) => result === 'fail').map(({ rule }) => rule);
}

/** Whether the element would show a slip. */
async function isShown(endpoint: string, timeout: number): Promise<boolean> {
  const asked = { paymentId: 81, fiat: 'USD' };
  const source = { url: endpoint, timeout };
  const answer = await fetchAnswer(source, { paymentId: '81', fiat: 'USD' }, new AbortController().signal);
  return answer !== undefined && 'json' in answer && !isProblem(readSlip(answer.json, asked));
}

/** The slip alone is asked through the proxy; everything else is answered well. */
function slipsThrough(proxy: string): typeof fetch {
  return (input, init) => {
    const url = new URL(input as string);
    const isSlip = init?.method === 'GET' && url.search === '?paymentId=81&fiat=USD';
    return fetch((isSlip ? proxy : good) + url.pathname + url.search, init);
  };
}

describe('the check of an endpoint where something goes wrong', { concurrency: 4 }, () => {
  for (const fault of FAULTS)
    it(`finds what the element refuses, and that alone: ${fault.name}`, { timeout: 60_000 }, async () => {
      const timeout = timeoutFor(fault);
      const proxy = await startFaultProxy(good, fault);
      try {
        const shown = await isShown(`${proxy.url}/`, timeout);
        const report = await checkEndpoint({
          endpoint: `${good}/`,
          paymentIds: [81],
          timeout,
          fetch: slipsThrough(proxy.url),
        });
        const refused = failed(report).filter((rule) => OF_THE_ELEMENT.has(rule));
        assert.equal(refused.length === 0, shown, `${refused.join(', ')}\n${reportText(report)}`);
      } finally {
        await proxy.close();
      }
    });
});

describe('the check of an endpoint where everything goes wrong', { concurrency: 4 }, () => {
  for (const fault of FAULTS)
    it(`ends, and asks no more than it must: ${fault.name}`, { timeout: 60_000 }, async () => {
      const timeout = timeoutFor(fault);
      const proxy = await startFaultProxy(good, fault);
      try {
        const started = performance.now();
        const report = await checkEndpoint({ endpoint: `${proxy.url}/`, paymentIds: [81], timeout });
        assert.ok(performance.now() - started < 2 * timeout + SLACK_MS);
        assert.ok(report.requests <= 20, `${report.requests} requests`);
        assert.equal(
          report.lines.some(({ found }) => /cannot be looked through/.test(found)),
          false,
        );
        await proxy.quiet();
      } finally {
        await proxy.close();
      }
    });
});

const SESSION = 'canary-session-of-a-hostile-shop';
const COOKIE = 'visit=canary-cookie-of-a-hostile-shop';
const ACCOUNT = '999180000000000015';
const ESCAPE = '\u001b[2J\u001b[31m\u202e\u0007';

/** Says everything it heard, everywhere, with signs that a terminal acts on. */
const parrot: RequestListener = ({ headers }, response) => {
  const heard = `${headers.authorization} ${headers.cookie}`;
  const fieldList = { 'Cuenta CLABE': `${ACCOUNT}0`, [`${ESCAPE}${ACCOUNT}0`]: ACCOUNT, [heard]: heard };
  const body = { code: 200, msg: heard, data: { fiat: 'MXN', fieldList }, paymentId: 105, [heard]: ESCAPE };
  response.writeHead(200, {
    'content-type': `application/json; said=${heard.replaceAll(' ', '')}`,
    'cache-control': heard,
    'access-control-allow-origin': heard,
    server: `${heard}/1.0`,
  });
  response.end(JSON.stringify(body));
};

describe('the report', () => {
  it('prints no session, no cookie, no account and no sign a terminal acts on', async () => {
    await withLoopback(parrot, async (url) => {
      const report = await checkEndpoint({
        endpoint: `${url}/deposit?visit=${SESSION}`,
        session: SESSION,
        headers: [['Cookie', COOKIE]],
        origin: 'https://shop.example',
        paymentIds: [105],
        refresh: true,
      });
      const text = reportText(report);
      assert.ok(failed(report).length > 5, text);
      for (const told of [text, JSON.stringify(report)])
        for (const secret of [SESSION, COOKIE, 'canary', ACCOUNT])
          assert.ok(!told.includes(secret), `${secret}\n${told}`);
      assert.equal(/[^\n\x20-\x7e\u2026]/.exec(text), null, text);
    });
  });

  it('prints no cookie and no bearer of a header, though the answer says its value alone', async () => {
    // No two begin alike: one that is known would hide the others.
    const values = ['1-the-bearer', '2-first-cookie', '3-second-cookie', '4-set-cookie'];
    await withLoopback(
      (_, response) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'cache-control': `${values[0]} ${values[1]}`,
          'access-control-allow-origin': values[2],
          'set-cookie': 'three=4-set-cookie',
        });
        response.end(JSON.stringify({ code: '4-set-cookie', msg: '', data: {} }));
      },
      async (url) => {
        const headers = [
          ['Authorization', 'Bearer 1-the-bearer'],
          ['Cookie', 'one=2-first-cookie; two=3-second-cookie'],
        ] as const;
        const report = await checkEndpoint({ endpoint: url, headers, origin: 'https://shop.example' });
        for (const value of values) assert.ok(!reportText(report).includes(value), reportText(report));
      },
    );
  });
});

describe('the check', () => {
  it('asks nothing over plain http', async () => {
    const report = await checkEndpoint({
      endpoint: 'http://shop.example/deposit',
      session: SESSION,
      fetch: () => assert.fail('nothing is asked'),
    });
    assert.equal(report.requests, 0);
    assert.deepEqual(failed(report), ['https']);
  });

  it('follows no redirect', async () => {
    const paths: (string | undefined)[] = [];
    const elsewhere: RequestListener = ({ url }, response) => {
      paths.push(url);
      response.writeHead(307, { location: '/landed' }).end();
    };
    await withLoopback(elsewhere, async (url) => {
      const report = await checkEndpoint({ endpoint: `${url}/deposit`, session: SESSION });
      assert.ok(failed(report).includes('redirect'));
    });
    assert.ok(paths.every((path) => path?.startsWith('/deposit')));
  });

  it('leaves an endpoint alone that answers nothing', async () => {
    await withLoopback(
      () => undefined,
      async (url) => {
        const report = await checkEndpoint({ endpoint: url, timeout: 50 });
        assert.equal(report.requests, 1);
      },
    );
  });

  it('makes one slip more where every question makes one, and then no other', async () => {
    let made = 0;
    const counting: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if ((await response.clone().text()).includes('fieldList')) made += 1;
      return response;
    };
    const mistakes = new Set(['a slip for each question', 'the last of two']);
    const listener = PHP.listener((mistake) => mistakes.has(mistake));
    await withLoopback(listener, async (url) => {
      const report = await checkEndpoint({ endpoint: url, fetch: counting });
      assert.deepEqual(failed(report), ['same-slip']);
    });
    assert.equal(made, 2);
  });

  it('takes the id of a request for no token, but hears a session in one', async () => {
    for (const [requestId, result] of [
      // As nginx makes them.
      ['9f86d081884c7d659a2feaa0c55ad015', 'ok'],
      [SESSION, 'fail'],
    ] as const) {
      const body = { code: 403, msg: 'This is not offered here.', data: null, kind: 'forbidden', requestId };
      const refuse: RequestListener = (_, response) =>
        response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      await withLoopback(refuse, async (url) => {
        const { lines } = await checkEndpoint({ endpoint: url, session: SESSION });
        assert.equal(lines.find(({ rule }) => rule === 'secrets')?.result, result, requestId);
      });
    }
  });

  it('takes the path of a cookie for no path of the server', async () => {
    for (const [header, result] of [
      ['set-cookie', 'ok'],
      ['content-security-policy', 'ok'],
      ['x-debug-exception-file', 'fail'],
    ] as const) {
      const answer: RequestListener = (_, response) =>
        response.writeHead(401, { [header]: 'visit=1; Path=/app/deposit; report-uri /home/reports' }).end();
      await withLoopback(answer, async (url) => {
        const { lines } = await checkEndpoint({ endpoint: url });
        assert.equal(lines.find(({ rule }) => rule === 'traces')?.result, result, header);
      });
    }
  });

  it('reads no more than 256 KiB of an answer', async () => {
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
    await withLoopback(flood, async (url) => {
      const report = await checkEndpoint({ endpoint: url });
      assert.ok(failed(report).includes('size'));
    });
    assert.ok(sent < 200 * 1024 * 1024, `${sent} bytes`);
  });

  it('names every wrong option in one sentence, and no value', async () => {
    const wrong = {
      endpoint: 'ftp://user:canary@shop.example',
      session: 'canary canary',
      headers: [['Origin', 'canary']] as const,
      paymentIds: [0],
      fiat: 'canary',
      amount: '1,5',
      origin: 'https://canary.example/path',
      trustKey: 'canary',
      tokenCanary: 'canary',
      timeout: 0,
    };
    await assert.rejects(checkEndpoint(wrong), (error: Error) => {
      assert.equal(error.name, 'CheckOptionsError');
      for (const name of Object.keys(wrong)) assert.match(error.message, new RegExp(`\\b${name}\\b`));
      assert.doesNotMatch(error.message, /canary[^ ]/);
      return true;
    });
  });
});
