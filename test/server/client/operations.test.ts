import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { specSample } from '../../fixtures/spec.js';
import { withLoopback } from '../loopback.js';
import { desk, envelope, page, TOKEN } from './desk.js';
import { SAMPLES } from './samples.js';

describe('an operation', () => {
  for (const sample of SAMPLES)
    describe(sample.name, () => {
      it('asks as the specification says, and follows no redirect', async () => {
        const { client, asked } = desk(sample.data);
        await sample.call(client);
        const { line, query = {}, body, headers } = sample;
        assert.deepEqual(asked, [{ line, query, body, headers, redirect: 'manual' }]);
      });

      it('answers with exact, typed values', async () => {
        assert.deepEqual(await sample.call(desk(sample.data).client), sample.result);
      });

      it('takes either code of a success, as number or string', async () => {
        for (const code of ['0', '"200"', '"0"'])
          assert.deepEqual(await sample.call(desk(envelope(sample.data, { code })).client), sample.result);
      });

      it('drops what the specification does not name', async () => {
        const data = sample.data.replace(/^(\[?\{)/, '$1"internal":{"a":[1]},');
        assert.notEqual(data, sample.data);
        assert.deepEqual(await sample.call(desk(data).client), sample.result);
      });

      it('carries a path of the base address', async () => {
        const { client, asked } = desk(sample.data, { baseUrl: new URL('https://api.example.com/pay/') });
        await sample.call(client);
        assert.equal(asked[0]?.line, sample.line.replace(' ', ' /pay'));
      });
    });

  it('reaches a server as it should, on real bytes', async () => {
    for (const sample of SAMPLES) {
      const seen: unknown[] = [];
      await withLoopback(
        async (request, response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of request) chunks.push(chunk as Buffer);
          const { 'x-bh-token': token, 'content-type': type } = request.headers;
          seen.push([request.method, Buffer.concat(chunks).toString(), token, type]);
          const text = `{"code":200,"msg":"SUCCESS","data":${sample.data}}`;
          response.writeHead(200, { 'content-type': 'application/json' }).end(text);
        },
        async (baseUrl) => {
          assert.deepEqual(await sample.call(desk('', { baseUrl, fetch }).client), sample.result);
        },
      );
      const { line, body = '', headers } = sample;
      assert.deepEqual(seen, [[line.split(' ')[0], body, headers['x-bh-token'], headers['content-type']]]);
    }
  });

  it('carries the token to no other place', async () => {
    const elsewhere: unknown[] = [];
    await withLoopback(
      (request, response) => {
        elsewhere.push(request.headers['x-bh-token']);
        response.end();
      },
      async (there) => {
        for (const status of [301, 302, 303, 307, 308])
          for (const sample of SAMPLES)
            await withLoopback(
              (_, response) => void response.writeHead(status, { location: `${there}/stolen` }).end(),
              async (baseUrl) => {
                const { client } = desk('', { baseUrl, fetch });
                await assert.rejects(sample.call(client), {
                  name: 'UnreadableAnswerError',
                  reason: 'redirect',
                  status,
                });
              },
            );
      },
    );
    assert.deepEqual(elsewhere, []);
  });
});

describe('a list', () => {
  it('is asked for without a filter where the specification has none that is required', async () => {
    const empty = desk(page('[]'));
    assert.deepEqual(await empty.client.flows.list(), { currentPage: 1, size: 10, total: 1, record: [] });
    await desk('[]').client.cryptoTransfers.list();
    assert.deepEqual(empty.asked[0]?.query, {});
  });

  it('is a list, whatever shape it came in', async () => {
    const filter = { merchantId: '1001', paymentId: 105, fiat: 'MXN' } as const;
    for (const name of [
      'record-array',
      'record-object',
      'data-array',
      'record-90',
      'direct-81',
      'direct-92',
      'empty',
    ]) {
      const { client } = desk(
        JSON.stringify((specSample(`virtual-accounts/${name}`) as { data: unknown }).data),
      );
      const { record } = await client.virtualAccounts.list(filter);
      assert.equal(record.length, name === 'empty' ? 0 : 1, name);
    }
    for (const { call, data, result } of SAMPLES.filter(({ data }) => /^\{.*"(record|data)":\[/.test(data)))
      for (const list of ['record', 'data', 'list'])
        assert.deepEqual(await call(desk(data.replace(/"(record|data)":\[/, `"${list}":[`)).client), result);
  });
});

describe('a client', () => {
  it('shows its token to nobody who looks at it', async () => {
    const { inspect } = await import('node:util');
    const { client } = desk('[]');
    assert.ok(!inspect(client, { depth: 9, showHidden: true }).includes(TOKEN));
    assert.ok(!JSON.stringify(client).includes(TOKEN));
  });
});
