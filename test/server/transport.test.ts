import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { isFailure } from '../../src/server/client/errors.js';
import { createTransport } from '../../src/server/client/transport.js';
import { pix } from './fake-api.js';
import { withLoopback } from './loopback.js';
import { TOKEN, shop } from './shop.js';

const JSON_HEAD = { 'content-type': 'application/json' };
const KIB = 1024;

function transportTo(url: string, timeout = 2000) {
  return createTransport({ baseUrl: new URL(url), token: TOKEN, timeout, fetch });
}

/** What the transport makes of an answer written byte by byte. */
async function outcome(
  write: (response: ServerResponse) => void,
  timeout?: number,
): Promise<Record<string, unknown>> {
  let result: object = {};
  await withLoopback(
    (_, response) => write(response),
    async (url) => {
      result = await transportTo(url, timeout)('/v2/any', {});
    },
  );
  return { ...result };
}

async function reasonOf(write: (response: ServerResponse) => void): Promise<unknown> {
  const { kind, reason } = await outcome(write);
  assert.equal(kind, 'unreadable');
  return reason;
}

const body =
  (text: string | Buffer, head: Record<string, string> = JSON_HEAD) =>
  (response: ServerResponse) =>
    void response.writeHead(200, head).end(text);

describe('the transport, on real bytes', () => {
  it('reads an answer, and the time by the API’s own clock', async () => {
    const date = 'Tue, 14 Nov 2023 22:13:20 GMT';
    const result = await outcome((response) => response.writeHead(200, { ...JSON_HEAD, date }).end(pix()));
    assert.equal(result['date'], 1_700_000_000_000);
    assert.equal((result['data'] as Record<string, unknown>)['fiat'], 'BRL');
  });

  it('ends at the time-out when the body drips, and lets the connection go', { timeout: 5000 }, async () => {
    let onGone = (): void => undefined;
    const gone = new Promise<void>((resolve) => (onGone = resolve));
    await withLoopback(
      (_, response) => {
        response.writeHead(200, JSON_HEAD).write('{');
        const drip = setInterval(() => response.write(' '), 5);
        response.on('close', () => {
          clearInterval(drip);
          onGone();
        });
      },
      async (url) => {
        const result = await transportTo(url, 60)('/', {});
        assert.equal(isFailure(result) && result.kind, 'timeout');
        await gone;
      },
    );
  });

  it('ends at the time-out when no header comes', async () => {
    assert.equal((await outcome(() => undefined, 60))['kind'], 'timeout');
  });

  it('ends at the time-out even if fetch is deaf to its signal', async () => {
    const deaf = (() => new Promise(() => undefined)) as typeof fetch;
    const send = createTransport({
      baseUrl: new URL('https://api.example'),
      token: 't',
      timeout: 30,
      fetch: deaf,
    });
    const result = await send('/', {});
    assert.equal(isFailure(result) && result.kind, 'timeout');
  });

  it(
    'stops reading at 256 KiB of a body without end, and lets the connection go',
    { timeout: 10_000 },
    async () => {
      let onGone = (): void => undefined;
      const gone = new Promise<void>((resolve) => (onGone = resolve));
      await withLoopback(
        (_, response) => {
          const pour = (): void => {
            while (!response.destroyed && response.write(Buffer.alloc(16 * KIB, 0x20)));
          };
          response.writeHead(200, JSON_HEAD).on('drain', pour).on('close', onGone);
          pour();
        },
        async (url) => {
          const result = await transportTo(url, 9000)('/', {});
          assert.equal(isFailure(result) && result.reason, 'too-large');
          await gone;
        },
      );
    },
  );

  it('reads no chunk after the one that passes 256 KiB', async () => {
    let pulled = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(64 * KIB));
        },
      },
      { highWaterMark: 0 },
    );
    const endless = (async () => new Response(stream, { headers: JSON_HEAD })) as typeof fetch;
    const send = createTransport({
      baseUrl: new URL('https://a.example'),
      token: 't',
      timeout: 2000,
      fetch: endless,
    });
    const result = await send('/', {});
    assert.equal(isFailure(result) && result.reason, 'too-large');
    assert.equal(pulled, 5);
  });

  it('counts what was unpacked, not what was sent', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(4 * KIB * KIB, 0x20));
    assert.ok(bomb.length < 8 * KIB);
    assert.equal(await reasonOf(body(bomb, { ...JSON_HEAD, 'content-encoding': 'gzip' })), 'too-large');
  });

  it('takes a body of exactly 256 KiB, an image of 200 KiB in it', async () => {
    const start = `{"code":200,"data":{"image":"${'A'.repeat(200 * KIB)}"},"msg":"`;
    const text = `${start}${'x'.repeat(256 * KIB - start.length - 2)}"}`;
    assert.equal(text.length, 256 * KIB);
    assert.equal((await outcome(body(text)))['status'], 200);
    assert.equal(await reasonOf(body(`${text} `)), 'too-large');
  });

  it('follows no redirect and carries the token to no other place', async () => {
    const asked: string[] = [];
    await withLoopback(
      (request, response) => {
        asked.push(`${request.url} ${String(request.headers['x-bh-token'])}`);
        response.writeHead(200, JSON_HEAD).end(pix());
      },
      async (elsewhere) => {
        for (const status of [301, 302, 303, 307, 308]) {
          const result = await outcome((response) =>
            response.writeHead(status, { location: `${elsewhere}/stolen` }).end(),
          );
          assert.deepEqual([result['kind'], result['reason']], ['unreadable', 'redirect']);
        }
      },
    );
    assert.deepEqual(asked, []);
  });

  it('reads UTF-8 strictly', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"code":200,"data":{"a":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}}'),
    ]);
    assert.equal(await reasonOf(body(bad)), 'not-utf-8');
    const cut = Buffer.from('{"code":200,"data":{"a":"é').subarray(0, -1);
    assert.equal(await reasonOf(body(cut)), 'not-utf-8');
    const latin = Buffer.from('{"code":200,"data":{"a":"é"}}', 'latin1');
    assert.equal(
      await reasonOf(body(latin, { 'content-type': 'application/json; charset=latin1' })),
      'not-utf-8',
    );
  });

  it('reads nothing that is not called JSON', async () => {
    for (const type of [
      'text/html',
      'text/plain',
      'application/jsonp',
      'application/json-seq',
      '',
      'text/json',
    ]) {
      assert.equal(await reasonOf(body(pix(), { 'content-type': type })), 'content-type', type);
    }
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON', 'application/problem+json']) {
      assert.equal((await outcome(body(pix(), { 'content-type': type })))['status'], 200, type);
    }
    assert.equal(await reasonOf((response) => response.writeHead(204).end()), 'content-type');
  });

  it('reads strict JSON alone', async () => {
    const wrong = [
      '',
      '<html>',
      '{"code":200,"data":{"a":1,}}',
      '{"code":200,"data":{"record":{]}',
      "{'code':200,'data':{}}",
      '{"code":200,"data":{"a":01}}',
      '{"code":200,"data":{"a":NaN}}',
      '{"code":200,"data":{}} {}',
      '{"code":200,"data":{}/*c*/}',
      `{"code":200,"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      '{"code":200,"data":{"a":1,"a":2}}',
      '{"code":200,"data":{"a":1,"a":1}}',
      '{"code":200,"data":{"a":"x","\\u0061":"x"}}',
      '{"code":200,"data":{"__proto__":{},"__proto__":{}}}',
    ];
    for (const text of wrong) assert.equal(await reasonOf(body(text)), 'not-json', text.slice(0, 40));
  });

  it('is not misled by what looks like a key inside a string', async () => {
    const result = await outcome(body('{"code":200,"data":{"a":"\\"a\\":1,\\\\","b":["x","a"]}}'));
    assert.deepEqual(result['data'], { a: '"a":1,\\', b: ['x', 'a'] });
  });

  it('keeps every digit: a number JavaScript would change is its text', async () => {
    const text =
      '{"code":200,"data":{"a":9007199254740993,"b":22.00,"c":1e3,"d":-0,"e":7,"f":0.1,"g":1E400}}';
    assert.deepEqual((await outcome(body(text)))['data'], {
      a: '9007199254740993',
      b: '22.00',
      c: '1e3',
      d: '-0',
      e: 7,
      f: 0.1,
      g: '1E400',
    });
  });

  it('takes no answer without an envelope or without data', async () => {
    for (const text of ['{}', '[]', '1', 'null', '{"data":{}}', '{"fiat":"BRL","fieldList":{}}']) {
      assert.equal(await reasonOf(body(text)), 'no-envelope', text);
    }
    for (const data of ['null', '1', '"x"', 'true']) {
      assert.equal(await reasonOf(body(`{"code":200,"data":${data}}`)), 'no-envelope', data);
    }
    assert.equal(await reasonOf(body('{"code":0}')), 'no-envelope');
  });

  it('takes both success codes of the spec, as number or string', async () => {
    for (const code of ['200', '0', '"200"', '"0"']) {
      assert.equal((await outcome(body(`{"code":${code},"data":{}}`)))['status'], 200, code);
    }
  });

  it('says what a refusal said', async () => {
    const said = '{"code":4005,"msg":"no such account","data":null}';
    const expected = { failed: true, kind: 'refused', code: '4005', msg: 'no such account' };
    assert.deepEqual(await outcome(body(said)), { ...expected, status: 200 });
    const result = await outcome((response) => response.writeHead(404, JSON_HEAD).end(said));
    assert.deepEqual(result, { ...expected, status: 404 });
    const dumb = await outcome((response) => response.writeHead(413).end('too big'));
    assert.deepEqual(dumb, { failed: true, kind: 'refused', status: 413 });
  });

  it('calls a connection that breaks off what it is, wherever it breaks', async () => {
    const breaks: ((response: ServerResponse) => void)[] = [
      (response) => response.socket?.destroy(),
      (response) => response.socket?.resetAndDestroy(),
      (response) =>
        response.writeHead(200, JSON_HEAD).write('{"code":', () => response.socket?.resetAndDestroy()),
      (response) =>
        response
          .writeHead(200, { ...JSON_HEAD, 'content-length': '99' })
          .write('{', () => response.socket?.end()),
    ];
    for (const breakOff of breaks) assert.equal((await outcome(breakOff))['kind'], 'connection');
    let closed = '';
    await withLoopback(
      () => undefined,
      async (url) => void (closed = url),
    );
    const result = await transportTo(closed)('/', {});
    assert.equal(isFailure(result) && result.kind, 'connection');
  });

  it('reads Retry-After in both its forms', async () => {
    const wait = async (value: string): Promise<unknown> =>
      (await outcome((response) => response.writeHead(429, { 'retry-after': value }).end()))['retryAfter'];
    assert.equal(await wait('7'), 7);
    assert.equal(await wait('99999999'), 86_400);
    assert.equal(await wait('Tue, 14 Nov 2023 22:13:20 GMT'), 0);
    assert.equal(await wait('soon'), undefined);
  });

  it('serves the whole way through a kit', async () => {
    await withLoopback(
      (_, response) => response.writeHead(200, JSON_HEAD).end(pix()),
      async (url) => {
        const { ask } = shop({ baseUrl: url, fetch });
        assert.equal((await ask()).body.fiat, 'BRL');
      },
    );
  });
});
