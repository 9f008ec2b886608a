import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { createServer as createServer2, connect as connect2 } from 'node:http2';
import { connect } from 'node:net';
import { after, describe, it } from 'node:test';
import { text } from 'node:stream/consumers';
import { toNodeHandler } from 'deposit-slip/kit';
import { listening } from '../loopback.js';

/** Results of a handler that cannot be sent. */
const UNSENDABLE: Readonly<Record<string, () => Response>> = {
  reject: () => {
    throw new Error('a secret of the handler');
  },
  nothing: () => undefined as unknown as Response,
  error: () => Response.error(),
  broken: () => new Response(new ReadableStream({ pull: () => Promise.reject(new Error('a secret')) })),
  control: () => new Response('', { headers: { 'X-Control': 'a\x01b' } }),
};

/**
 * Responds with the request that the handler received, or with a result that cannot be sent, if the query
 * names one.
 */
async function echo(request: Request): Promise<Response> {
  const { method, url, headers } = request;
  const { search } = new URL(url);
  const unsendable = UNSENDABLE[search.slice(1)];
  if (unsendable) return unsendable();
  const body = method === 'HEAD' ? null : JSON.stringify({ method, url, headers: [...headers] });
  return new Response(body, { status: 201, headers: { 'X-Own': 'one', 'Content-Type': 'application/json' } });
}

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: [string, string][];
}

const server = createServer(toNodeHandler(echo));
const port = Number(new URL(await listening(server)).port);
after(() => server.close());

async function send(path: string, options: RequestOptions = {}) {
  const outgoing = request({ host: '127.0.0.1', port, path, ...options }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await text(response) };
}

async function echoOf(path: string, options: RequestOptions = {}): Promise<Echo> {
  const { status, body } = await send(path, options);
  assert.equal(status, 201, body);
  return JSON.parse(body) as Echo;
}

/** Sends bytes that Node's HTTP clients would never send. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes, 'latin1');
  return text(socket);
}

describe('a handler on node:http', () => {
  it('receives method, path, query and headers, and sends status, headers and body', async () => {
    const { status, headers, body } = await send('/deposit?paymentId=90&fiat=BRL', {
      headers: { cookie: 'a=1' },
    });
    assert.equal(status, 201);
    assert.equal(headers['x-own'], 'one');
    const { method, url, headers: received } = JSON.parse(body) as Echo;
    assert.deepEqual([method, url], ['GET', 'http://localhost/deposit?paymentId=90&fiat=BRL']);
    assert.ok(received.some(([name, value]) => name === 'cookie' && value === 'a=1'));
  });

  it('receives a repeated parameter twice and a repeated header joined', async () => {
    const { url, headers } = await echoOf('/deposit?fiat=BRL&fiat=MXN', {
      headers: ['x-a', '1', 'x-a', '2', 'host', 'h'],
    });
    assert.deepEqual(new URL(url).searchParams.getAll('fiat'), ['BRL', 'MXN']);
    assert.deepEqual(
      headers.find(([name]) => name === 'x-a'),
      ['x-a', '1, 2'],
    );
  });

  it('responds to HEAD without a body', async () => {
    const { status, body } = await send('/deposit', { method: 'HEAD' });
    assert.deepEqual([status, body], [201, '']);
  });

  it('takes no host from the request target or the Host header', async () => {
    for (const path of [
      '//evil.example/x?a=1',
      'http://evil.example/?a=1',
      '/\\evil.example',
      '/?http://a',
    ]) {
      const { url } = await echoOf(path, { headers: { host: 'evil.example' } });
      assert.equal(new URL(url).host, 'localhost', path);
    }
  });

  for (const unsendable of Object.keys(UNSENDABLE))
    it(`sends a bare 500 if the handler’s result cannot be sent: ${unsendable}`, async () => {
      const { status, body, headers } = await send(`/?${unsendable}`);
      assert.deepEqual([status, body], [500, '']);
      assert.equal(headers['cache-control'], 'no-store');
    });

  it('sends each cookie in a separate header', async () => {
    const headers = new Headers([
      ['set-cookie', 'a=1; Path=/'],
      ['set-cookie', 'b=2'],
    ]);
    let sent: unknown;
    const outgoing = {
      headersSent: false,
      writeHead: (_: number, lines: Record<string, unknown>) => (sent = lines['set-cookie']),
      end: () => undefined,
    };
    await toNodeHandler(async () => new Response('', { headers }))({ headers: {} }, outgoing);
    assert.deepEqual(sent, ['a=1; Path=/', 'b=2']);
  });

  it('rejects a method that a web-standard request cannot have', async () => {
    for (const method of ['TRACE', 'CONNECT'])
      assert.match(
        await sendRaw(`${method} / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`),
        /^(HTTP\/1\.1 400 |$)/,
      );
    assert.equal((await echoOf('/')).method, 'GET');
  });

  it('accepts header bytes outside ASCII', async () => {
    const lines = ['GET / HTTP/1.1', 'Host: h', 'X-Name: G\xf3mez', 'Connection: close', '\r\n'];
    assert.match(await sendRaw(lines.join('\r\n')), /^HTTP\/1\.1 201 /);
  });

  it('ignores the body and keeps the connection usable', async () => {
    const answer = await sendRaw(
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello' +
        'GET /two HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
    );
    assert.equal(answer.match(/HTTP\/1\.1 201/g)?.length, 2);
  });

  it('sends nothing if a response was sent in the meantime', async () => {
    const fail = () => assert.fail('sent a second response');
    const outgoing = { headersSent: false, writeHead: fail, end: fail };
    const handler = toNodeHandler(async () => {
      outgoing.headersSent = true;
      return new Response('late');
    });
    await handler({ headers: {} }, outgoing);
  });
});

describe('a handler on node:http2', () => {
  it('receives the host of the pseudo-headers, and none of these', async () => {
    const mounted = toNodeHandler(echo);
    const http2 = createServer2((incoming, outgoing) => void mounted(incoming, outgoing));
    const origin = await listening(http2);
    const client = connect2(origin);
    const stream = client.request({ ':path': '/deposit?fiat=BRL', cookie: 'a=1' });
    const { url, headers } = JSON.parse(await text(stream)) as Echo;
    client.close();
    http2.close();
    assert.equal(url, 'http://localhost/deposit?fiat=BRL');
    assert.deepEqual(headers, [
      ['cookie', 'a=1'],
      ['host', new URL(origin).host],
    ]);
  });
});
