import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MerchantClient } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { desk, errorOf } from './desk.js';
import { SAMPLES } from './samples.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const claim = ({ funds }: MerchantClient, clientId?: string) =>
  funds.claim({ merchantId: '1001', fiat: 'ARS', amount: '5', userPaymentId: '502', clientId });
const transfer = ({ funds }: MerchantClient, clientId?: string) =>
  funds.transfer({ fromMerchantId: '1001', toMerchantId: '1002', fiat: 'BRL', fiatAmount: '5', clientId });

const CALLS = [
  ['funds.claim', claim],
  ['funds.transfer', transfer],
] as const;

for (const [name, call] of CALLS) {
  const { data } = SAMPLES.find((sample) => sample.name === name)!;

  describe(`the clientId of ${name}`, () => {
    it('is the caller’s own', async () => {
      const { client, asked } = desk(data);
      const { clientId } = await call(client, 'order-7');
      assert.equal(clientId, 'order-7');
      assert.match(asked[0]!.body!, /"clientId":"order-7"/);
    });

    it('is a new UUID where none is given, sent and returned', async () => {
      const seen = new Set<string>();
      for (let n = 0; n < 3; n += 1) {
        const { client, asked } = desk(data);
        const { clientId } = await call(client);
        assert.match(clientId, UUID);
        assert.equal((JSON.parse(asked[0]!.body!) as { clientId: string }).clientId, clientId);
        seen.add(clientId);
      }
      assert.equal(seen.size, 3);
    });

    it('is the one that was sent, whatever the answer says', async () => {
      for (const said of ['"another"', '""', 'null']) {
        const { client } = desk(data.replace(/"clientId":"[^"]*"/, `"clientId":${said}`));
        assert.equal((await call(client, 'order-7')).clientId, 'order-7');
      }
    });

    it('is in every error, so that the same can be asked again', async () => {
      const answers = [
        new Error('gone'),
        '{}',
        ...[302, 400, 401, 409, 429, 500].map((status) => json('{}', { status })),
        json('{"code":1,"msg":"x","data":null}'),
      ];
      for (const answer of answers) {
        const { client, asked } = desk(answer);
        const { clientId } = await errorOf(call(client));
        assert.match(String(clientId), UUID);
        assert.ok(asked[0]?.body?.includes(`"clientId":"${String(clientId)}"`));
        assert.equal((await errorOf(call(client, 'order-7')))['clientId'], 'order-7');
      }
      const aborted = { signal: AbortSignal.abort() };
      const { funds } = desk(data).client;
      const input = { merchantId: '1', fiat: 'ARS', amount: '5', userPaymentId: '5' } as const;
      assert.match(String((await errorOf(funds.claim(input, aborted)))['clientId']), UUID);
    });

    it('is refused before sending, if it is none', async () => {
      for (const clientId of ['', 'two words', 'x'.repeat(65)]) {
        const { client, asked } = desk(data);
        const error = await errorOf(call(client, clientId));
        assert.deepEqual([error.name, error['field'], asked], ['InvalidRequestError', 'clientId', []]);
      }
    });
  });
}
