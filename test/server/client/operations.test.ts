import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withLoopback } from '../loopback.js';
import { envelope, page, scriptedClient } from './scripted-client.js';
import { SAMPLES } from './samples.js';

describe('an operation', () => {
  for (const sample of SAMPLES)
    describe(sample.name, () => {
      it('sends the request of the specification, and follows no redirect', async () => {
        const { client, requests } = scriptedClient(sample.data);
        await sample.call(client);
        const { line, query = {}, body, headers } = sample;
        assert.deepEqual(requests, [{ line, query, body, headers, redirect: 'manual' }]);
      });

      it('returns exact, typed values', async () => {
        assert.deepEqual(await sample.call(scriptedClient(sample.data).client), sample.result);
      });

      it('accepts either success code, as a number or a string', async () => {
        for (const code of ['0', '"200"', '"0"'])
          assert.deepEqual(
            await sample.call(scriptedClient(envelope(sample.data, { code })).client),
            sample.result,
          );
      });

      it('drops members that the specification does not list', async () => {
        const data = sample.data.replace(/^(\[?\{)/, '$1"internal":{"a":[1]},');
        assert.notEqual(data, sample.data);
        assert.deepEqual(await sample.call(scriptedClient(data).client), sample.result);
      });

      it('appends its path to that of the base URL', async () => {
        const { client, requests } = scriptedClient(sample.data, {
          baseUrl: new URL('https://api.example.com/pay/'),
        });
        await sample.call(client);
        assert.equal(requests[0]?.line, sample.line.replace(' ', ' /pay'));
      });
    });

  it('works over a real connection', async () => {
    for (const sample of SAMPLES) {
      const received: unknown[] = [];
      await withLoopback(
        async (request, response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of request) chunks.push(chunk as Buffer);
          const { 'x-bh-token': token, 'content-type': type } = request.headers;
          received.push([request.method, Buffer.concat(chunks).toString(), token, type]);
          const text = `{"code":200,"msg":"SUCCESS","data":${sample.data}}`;
          response.writeHead(200, { 'content-type': 'application/json' }).end(text);
        },
        async (baseUrl) => {
          assert.deepEqual(await sample.call(scriptedClient('', { baseUrl, fetch }).client), sample.result);
        },
      );
      const { line, body = '', headers } = sample;
      assert.deepEqual(received, [
        [line.split(' ')[0], body, headers['x-bh-token'], headers['content-type']],
      ]);
    }
  });
});

describe('a list', () => {
  it('needs no filter if the specification requires none', async () => {
    const empty = scriptedClient(page('[]'));
    assert.deepEqual(await empty.client.flows.list(), { currentPage: 1, size: 10, total: 1, record: [] });
    await scriptedClient('[]').client.cryptoTransfers.list();
    assert.deepEqual(empty.requests[0]?.query, {});
  });
});
