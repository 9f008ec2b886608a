import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { createApp } from '../src/app.js';
import type { AppContext } from '../src/app-context.js';
import { startSandbox } from '../src/index.js';
import { listen } from '../src/http/listen.js';
import { OutcomeUnknown } from '../src/db/db.js';
import { Faults } from '../src/faults/index.js';
import type { Operation } from '../src/operations/operation.js';
import { logFailures, logRequests } from '../src/log.js';
import { startFailureOf } from '../src/start-failure.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { exchange, PATHS } from './requests.js';
import { assertHeaders, ENGINES, openDb, TestSandbox } from './test-sandbox.js';

const OWN_TOKENS = { token: 'own', controlToken: 'own-control' };

describe('the health of a sandbox', () => {
  const sandbox = new TestSandbox();

  it('is readable without a token', async () => {
    for (const [path, status] of [
      ['/healthz', 'ok'],
      ['/readyz', 'ready'],
    ] as const) {
      const response = await sandbox.get(path, {}, null);
      assert.deepEqual([response.status, response.text], [200, JSON.stringify({ status })]);
      assertHeaders(response.headers);
    }
  });

  it('is a 503 only at /readyz while the database accepts no writes', async () => {
    const checkWritable = () => Promise.reject(new Error('down'));
    const context: Partial<AppContext> = {
      db: { checkWritable } as unknown as AppContext['db'],
      baseUrl: () => '',
    };
    const app = createApp(context as AppContext);
    const statusOf = async (path: string) => (await app.request(path)).status;
    assert.deepEqual([await statusOf('/readyz'), await statusOf('/healthz')], [503, 200]);
  });
});

describe('the host', () => {
  it('must be given with both tokens if other machines can reach it', async () => {
    for (const host of ['0.0.0.0', '::', '10.0.0.1', 'sandbox.example'])
      for (const tokens of [
        {},
        { token: 'own' },
        { controlToken: 'own' },
        { token: '', controlToken: 'own' },
      ])
        await assert.rejects(startSandbox({ host, ...tokens }), {
          name: 'RangeError',
          message: /controlToken/,
        });
  });

  it('that other machines can reach accepts no public token', async () => {
    const sandbox = await startSandbox({ host: '0.0.0.0', ...OWN_TOKENS });
    assert.match(sandbox.url, /^http:\/\/127\.0\.0\.1:[0-9]+$/);
    const status = async (headers: Record<string, string>, path: string) =>
      (await fetch(sandbox.url + path, { headers })).status;
    for (const [token, expected] of [
      ['own', 200],
      ['sandbox-token', 401],
      ['other-token', 401],
    ] as const)
      assert.equal(await status({ 'x-bh-token': token }, PATHS.flows), expected, token);
    for (const [token, expected] of [
      ['own-control', 200],
      ['control-token', 401],
    ] as const)
      assert.equal(await status({ authorization: `Bearer ${token}` }, '/sandbox/faults'), expected, token);
    await sandbox.stop();
  });
});

describe('a server that is closing', () => {
  /** A server whose next request waits for `respond`. */
  async function waitingServer(graceMs: number) {
    let respond!: (text: string) => void;
    let onRequest!: () => void;
    const arrived = new Promise<void>((resolve) => (onRequest = resolve));
    const text = new Promise<string>((resolve) => (respond = resolve));
    const handle = async () => {
      onRequest();
      return new Response(await text);
    };
    const server = await listen(handle, 0, { graceMs });
    const response = fetch(server.url).then((each) => each.text());
    await arrived;
    return { ...server, response, respond };
  }

  it('responds to the requests in progress and accepts no others', async () => {
    const { url, close, response, respond } = await waitingServer(60_000);
    const closed = close();
    await assert.rejects(fetch(url));
    respond('complete');
    assert.equal(await response, 'complete');
    await closed;
  });

  it('aborts a request that takes too long', async () => {
    for (const graceMs of [0, 1]) {
      const { close, response } = await waitingServer(graceMs);
      await Promise.all([assert.rejects(response), close()]);
    }
  });
});

describe('the log', () => {
  it('has one line for each request, without tokens, queries and secrets', async () => {
    const lines: Record<string, unknown>[] = [];
    let text = '';
    const stream = new Writable({
      write(chunk, _, done) {
        text += chunk;
        lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
        done();
      },
    });
    const answer = ({ url }: Request) => {
      const status = url.includes('fail') ? 500 : 200;
      return new Response('x', { status, headers: { 'x-request-id': 'mine' } });
    };
    const server = await listen(answer, 0, { observe: logRequests(pino({ level: 'info' }, stream)) });
    const secrets = 'X-BH-TOKEN: secret1\r\nAuthorization: Bearer secret2\r\nConnection: close\r\n\r\n';
    for (const [path, host] of [
      ['/v2/a?token=secret3', 'localhost'],
      ['/fail#secret4', 'localhost'],
      ['/sandbox/agreement/secret5?x', 'localhost'],
      ['/', 'evil.example'],
    ] as const)
      await exchange(server.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${secrets}`, true);
    await server.close();
    assert.deepEqual(
      lines.map(({ level, method, path, status, requestId }) => [level, method, path, status, requestId]),
      [
        [30, 'GET', '/v2/a', 200, 'mine'],
        [50, 'GET', '/fail', 500, 'mine'],
        [30, 'GET', '/sandbox/agreement/[redacted]', 200, 'mine'],
        [30, 'GET', '/', 403, lines[3]!['requestId']],
      ],
    );
    assert.match(String(lines[3]!['requestId']), /^[0-9a-f-]{36}$/);
    for (const { ms } of lines) assert.ok(Number(ms) >= 0);
    assert.doesNotMatch(text, /secret/);
  });
});

describe('a fault in the log', () => {
  it('is marked as a fault, and not as an error', async () => {
    const lines: Record<string, unknown>[] = [];
    const stream = new Writable({
      write(chunk, _, done) {
        lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
        done();
      },
    });
    const faulted = new Faults(1);
    faulted.set([{ route: '*', status: 500, count: 1 }]);
    const operation = { name: 'pairs', path: '/v2/base/sell/symbols' } as Operation;
    const fetch = (request: Request) =>
      faulted.serve(
        { operation, request, context: {} as AppContext },
        async () => new Response('', { status: 503 }),
      );
    const server = await listen(fetch, 0, { observe: logRequests(pino({ level: 'info' }, stream)) });
    for (let n = 0; n < 2; n++) await (await globalThis.fetch(server.url)).text();
    await server.close();
    assert.deepEqual(
      lines.map(({ level, status, fault }) => [level, status, fault]),
      [
        [30, 500, true],
        [50, 503, undefined],
      ],
    );
  });
});

describe('a failure in the log', () => {
  const logged = (errors: readonly Error[]): string => {
    let text = '';
    const stream = new Writable({
      write(chunk, _, done) {
        text += chunk;
        done();
      },
    });
    const log = logFailures(pino({ level: 'error' }, stream));
    for (const error of errors) log.error(error);
    return text;
  };
  const rejection = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => assert.fail('succeeded'),
      (error: Error) => error,
    );

  for (const engine of ENGINES)
    it(`of ${engine} names its SQLSTATE, table and constraint, and no value of the request`, async () => {
      const db = await openDb(engine);
      const values = [70_707_070n, 'individual', 'value-of-a-request', null];
      const insert = () => db.query('insert into merchant values ($1, $2, $3, $4)', values);
      await insert();
      const errors = [
        await rejection(insert()),
        await rejection(db.query('select $1::text::bigint', ['value-of-a-request'])),
        await rejection(db.query(`select refuse('claim_rejected', $1)`, ['value-of-a-request'])),
        new OutcomeUnknown(await rejection(insert())),
      ];
      await db.close();
      const text = logged(errors);
      assert.doesNotMatch(text, /70707070|value-of-a-request/);
      for (const word of [
        '"23505"',
        '"22P02"',
        '"DS000"',
        '"claim_rejected"',
        '"merchant"',
        '"merchant_pkey"',
        'OutcomeUnknown',
      ])
        assert.ok(text.includes(word), `${word} in ${text}`);
      assert.match(text, /"stack":"at /);
    });

  it('contains no text that the engine quotes, and the message of every other error', () => {
    const errors = [BigInt, JSON.parse, (text: string) => new URL(text)].map((read) => {
      try {
        return assert.fail(String(read('secret')));
      } catch (error) {
        return error as Error;
      }
    });
    const text = logged([...errors, new Error('The disk is gone.')]);
    assert.doesNotMatch(text, /secret/);
    assert.match(text, /"type":"SyntaxError".*"type":"TypeError".*The disk is gone\./s);
  });
});

describe('a start that fails', () => {
  it('reports that the port is in use, unless it may take another one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const message = `Port ${port} is in use: choose another one with --port, or leave out --strict-port.`;
    await assert.rejects(startSandbox({ port, strictPort: true }), { name: 'StartFailure', message });
    other.close();
  });

  it('explains why the host or the directory cannot be used', async () => {
    await assert.rejects(
      startSandbox({ host: '203.0.113.9', ...OWN_TOKENS }),
      /not an address of this machine/,
    );
    await assert.rejects(startSandbox({ data: import.meta.filename }), /reachable.* is not a directory\.$/);
    const data = temporaryFolder();
    for (const code of ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR']) {
      const { message } = startFailureOf(Object.assign(new Error('x'), { code }), {
        port: 1,
        host: '',
        data,
      })!;
      assert.ok(/^[A-Z/][^.]+\.$/.test(message) && message.includes(data), message);
    }
  });

  it('keeps every other error unchanged', () => {
    const attempt = { port: 1, host: 'h', data: undefined };
    for (const error of ['x', new Error('x'), Object.assign(new Error('x'), { code: 'ENOSPC' })])
      assert.equal(startFailureOf(error, attempt), undefined);
  });
});
