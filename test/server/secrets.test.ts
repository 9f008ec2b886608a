import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ErrorEvent } from 'deposit-slip/kit';
import { fakeApi, flowPage, json, pix, PIX_TX, type Scripted } from './fake-api.js';
import { SECRET, TOKEN, shop } from './shop.js';

const GRANT = {
  id: 'canary-grant',
  merchantId: '991122334455',
  depositAlias: 'canary-alias',
  methods: [{ paymentId: 90, fiat: 'BRL' }],
};
const QUERIES = [
  '',
  '?paymentId=90&refresh=1',
  '?paymentId=63',
  '?paymentId=x',
  '?amount=0',
  '?arrival=a.b.c',
];

/** What an API could send back of the secrets it was given. */
const ECHO = `${TOKEN} ${SECRET} ${GRANT.id} ${GRANT.merchantId} ${GRANT.depositAlias} canary-name\\ninjected line`;
const ANSWERS: readonly Scripted[] = [
  pix(),
  `{"code":1,"msg":"${ECHO}","data":null}`,
  `{"code":200,"msg":"${ECHO}","data":{"fiat":"BRL","token":"${TOKEN}","merchantId":${GRANT.merchantId},"fieldList":{}}}`,
  `${TOKEN} not JSON ${SECRET}`,
  new TypeError(`fetch failed: https://api.example.com/?merchantId=${GRANT.merchantId} ${TOKEN}`),
  new Response(null, { status: 302, headers: { location: `https://evil.example/${TOKEN}` } }),
  ...[400, 401, 403, 404, 429, 500, 503].map((status) =>
    json(`{"code":"${TOKEN}","msg":"${ECHO}"}`, {
      status,
      statusText: TOKEN,
      headers: { 'x-echo': TOKEN, 'retry-after': TOKEN, 'set-cookie': `t=${TOKEN}` },
    }),
  ),
];

/** Every byte a kit sends and logs, over every kind of request and answer. */
async function everything(): Promise<{ sent: string[]; logged: string[]; events: string[] }> {
  const sent: string[] = [];
  const logged: string[] = [];
  const events: string[] = [];
  for (const slip of ANSWERS) {
    const api = fakeApi({ slip, flows: flowPage({ txId: 'x', extId: TOKEN }).replace('"x"', PIX_TX) });
    const note = ({ upstream, kind, requestId }: ErrorEvent): void =>
      void events.push(JSON.stringify({ upstream, kind, requestId }));
    const { ask, logger } = shop({ fetch: api.fetch, grant: GRANT, on: { error: note } });
    for (const query of QUERIES) {
      const answer = await ask(query);
      sent.push(`${answer.status} ${JSON.stringify([...answer.headers])} ${answer.text}`);
      if (answer.body.arrival === undefined) continue;
      sent.push(
        answer.body.arrival
          .split('.')
          .map((part) => atob(part.replaceAll('-', '+').replaceAll('_', '/')))
          .join(),
      );
      sent.push((await ask(`?arrival=${answer.body.arrival}`)).text);
    }
    logged.push(...logger.lines);
  }
  return { sent, logged, events };
}

describe('the secrets of a kit', () => {
  it('are in no byte it sends to a browser', async () => {
    const { sent } = await everything();
    assert.ok(sent.length > ANSWERS.length * QUERIES.length);
    for (const secret of [TOKEN, SECRET, GRANT.id, GRANT.merchantId, GRANT.depositAlias, 'canary']) {
      for (const bytes of sent) assert.ok(!bytes.includes(secret), `${secret} in ${bytes}`);
    }
  });

  it('are in no line it logs, nor is any text of the API, nor a line break', async () => {
    const { logged } = await everything();
    assert.ok(logged.length > 10);
    for (const secret of [TOKEN, SECRET, GRANT.merchantId, 'canary', 'injected', '\n', '\\n']) {
      for (const line of logged) assert.ok(!line.includes(secret), `${secret} in ${line}`);
    }
  });

  it('are not in what the error hook is told of the API', async () => {
    const { events } = await everything();
    assert.ok(events.some((event) => event.includes('injected line')));
    for (const secret of [TOKEN, GRANT.id, GRANT.merchantId, GRANT.depositAlias, '\\n']) {
      for (const event of events) assert.ok(!event.includes(secret), `${secret} in ${event}`);
    }
  });
});
