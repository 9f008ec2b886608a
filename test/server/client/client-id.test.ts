import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallOptions, MerchantClient } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { callByName, sampleOf } from './samples.js';
import { errorOf, scriptedClient } from './scripted-client.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

for (const name of ['funds.claim', 'funds.transfer']) {
  const { data: sample, input } = sampleOf(name);
  const data = sample.replace(/"clientId":"[^"]*",/, '"clientId":"",');
  const call = (client: MerchantClient, clientId?: string, options?: CallOptions) =>
    callByName(client, name, { ...input, clientId }, options) as Promise<{ clientId: string }>;

  describe(`the clientId of ${name}`, () => {
    it('equals the one that was sent, if the response has none', async () => {
      for (const echoed of ['""', 'null']) {
        const { client, requests } = scriptedClient(
          data.replace(/"clientId":"[^"]*"/, `"clientId":${echoed}`),
        );
        assert.equal((await call(client, 'order-7')).clientId, 'order-7');
        assert.match(requests[0]!.body!, /"clientId":"order-7"/);
      }
    });

    it('defaults to a new UUID, which is sent and returned', async () => {
      const clientIds = new Set<string>();
      for (let n = 0; n < 3; n += 1) {
        const { client, requests } = scriptedClient(data);
        const { clientId } = await call(client);
        assert.match(clientId, UUID);
        assert.equal((JSON.parse(requests[0]!.body!) as { clientId: string }).clientId, clientId);
        clientIds.add(clientId);
      }
      assert.equal(clientIds.size, 3);
    });

    it('is in every error, so that the same request can be repeated', async () => {
      const answers = [
        new Error('gone'),
        '{}',
        ...[302, 400, 401, 409, 429, 500].map((status) => json('{}', { status })),
        json('{"code":1,"msg":"x","data":null}'),
      ];
      for (const answer of answers) {
        const { client, requests } = scriptedClient(answer);
        const { clientId } = await errorOf(call(client));
        assert.match(String(clientId), UUID);
        assert.ok(requests[0]?.body?.includes(`"clientId":"${String(clientId)}"`));
        assert.equal((await errorOf(call(client, 'order-7')))['clientId'], 'order-7');
      }
      for (const options of [{ signal: AbortSignal.abort() }, { retries: -1 }]) {
        const error = await errorOf(call(scriptedClient(data).client, undefined, options));
        assert.match(String(error['clientId']), UUID);
      }
    });

    it('is rejected before a request is sent, if it is malformed', async () => {
      for (const clientId of ['', 'two words', 'x'.repeat(65)]) {
        const { client, requests } = scriptedClient(data);
        const error = await errorOf(call(client, clientId));
        assert.deepEqual([error.name, error['field'], requests], ['InvalidRequestError', 'clientId', []]);
      }
    });
  });
}
