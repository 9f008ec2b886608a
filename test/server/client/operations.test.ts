import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { envelope, page, scriptedClient } from './scripted-client.js';
import { SAMPLES } from './samples.js';

// sandbox/test/operations.test.ts tests the operations over a real connection.
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
});

describe('a list', () => {
  it('needs no filter if the specification requires none', async () => {
    const empty = scriptedClient(page('[]', 'record', 0));
    assert.deepEqual(await empty.client.flows.list(), { currentPage: 1, size: 10, total: 0, record: [] });
    await scriptedClient('[]').client.cryptoTransfers.list();
    assert.deepEqual(empty.requests[0]?.query, {});
  });
});
