/**
 * A copy of a shop's server, started by follow.test.ts: the kit on a shared Redis, which follows the deposits. Prints its URL,
 * and then a line for each call of the `arrived` hook. With `HANGS`, the hook never ends.
 */
import { createServer } from 'node:http';
import { createDepositKit, toNodeHandler } from 'deposit-slip/kit';
import { redisStore } from 'deposit-slip/kit/redis';
import { listening } from '../../server/loopback.js';

const { API_URL = '', API_TOKEN = '', REDIS_URL = '', HANGS } = process.env;

const kit = createDepositKit({
  baseUrl: API_URL,
  token: API_TOKEN,
  secret: 'a secret of two copies, thirty-two bytes long',
  store: redisStore({ url: REDIS_URL }),
  authorize: ({ headers }) => ({
    id: headers.get('cookie') ?? 'nobody',
    merchantId: 1001,
    methods: [{ paymentId: 90, fiat: 'BRL' }],
  }),
  on: {
    arrived: ({ grant, deposits }) => {
      for (const { txId } of deposits) console.log(`${grant.id} ${txId}`);
      if (HANGS) return new Promise(() => undefined);
      return undefined;
    },
  },
});

console.log(await listening(createServer(toNodeHandler(kit))));
await kit.follow({ interval: 1_000 });
