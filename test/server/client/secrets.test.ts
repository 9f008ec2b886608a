/** P17 for the client: with any failure, and an API that quotes back what it was sent, the token is in nothing it gives. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createMerchantClient, ClientError } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { withLoopback } from '../loopback.js';
import { desk, envelope, errorOf, page, type Answer } from './desk.js';
import { SAMPLES } from './samples.js';

/** Plain, with signs an address or a text escapes, and one that looks like a system's code for an error. */
const TOKENS = ['canary-token-5f2c9d', 'canary+/=".*(token)\\', 'ECANARY_TOKEN'];

/** As it is, as an address carries it, as JSON does, and in the letters of a header's name. */
function formsOf(token: string): string[] {
  const forms = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
  return [...forms, ...forms.map((form) => form.toLowerCase()), ...forms.map((form) => form.toUpperCase())];
}

/** Everything that can be seen of an error or a client, by whoever logs it. */
function everythingOf(value: unknown): string {
  const { message, stack, cause } = value as Error;
  return [
    inspect(value, { depth: Infinity, showHidden: true, getters: true }),
    JSON.stringify(value),
    String(value),
    message,
    stack,
    inspect(cause, { depth: Infinity, showHidden: true }),
    String(cause),
    ...Reflect.ownKeys(value as object).map((key) => String(Reflect.get(value as object, key))),
  ].join('\n');
}

function assertHidden(value: unknown, token: string): void {
  const seen = everythingOf(value).toLowerCase();
  for (const form of formsOf(token)) {
    // Written as a literal, what is escaped in it is escaped once more.
    for (const written of [form, JSON.stringify(form).slice(1, -1), inspect(form).slice(1, -1)])
      assert.ok(!seen.includes(written.toLowerCase()), seen);
  }
}

/** Answers and errors that quote a token wherever they can. */
function quotesOf(token: string): Answer[] {
  return formsOf(token).flatMap((form): Answer[] => {
    const text = JSON.stringify({
      code: form,
      msg: `no access for ${form}, ${form}!`,
      data: { [form]: form },
    });
    const headers: Record<string, string> = {
      ...{ 'x-request-id': form, 'x-echo': form, 'set-cookie': `t=${form}`, 'retry-after': form },
      location: `https://elsewhere.example/${encodeURIComponent(form)}`,
    };
    const inner = Object.assign(new Error(`connect ${form}`), {
      code: form,
      headers: { 'X-BH-TOKEN': form },
    });
    const outer = new TypeError(`fetch failed with ${form}`, { cause: inner });
    return [
      ...[200, 302, 400, 401, 403, 404, 409, 429, 500, 503].map((status) =>
        json(text, { status, headers, statusText: form.replace(/[^\w-]/g, '') }),
      ),
      new Response(form, { status: 200, headers: { ...headers, 'content-type': `text/${form.length}` } }),
      json(`${text}${form}`, { headers }),
      json(`{"code":"${form.replace(/["\\]/g, '')}"}`),
      envelope(JSON.stringify({ [form]: { [form]: form }, fieldList: { [form]: { [form]: { x: form } } } })),
      json('{"code":200,"data":{}}', { headers }),
      envelope(page(JSON.stringify([{ id: form, orderId: form, [form]: form, fieldList: form }]))),
      ...[outer, inner, Object.assign(new Error('x', { cause: form }), { code: form })],
    ];
  });
}

describe('the token', () => {
  for (const token of TOKENS)
    it(`is in no error of any operation, whatever the API quotes: ${token}`, async () => {
      let errors = 0;
      for (const answer of quotesOf(token))
        for (const { call } of SAMPLES) {
          const { client } = desk(answer, { token });
          const ended = await call(client).catch((error: unknown) => error);
          if (!(ended instanceof ClientError)) continue;
          assertHidden(ended, token);
          errors += 1;
        }
      assert.ok(errors > 1000, String(errors));
    });

  it('is in no error of a list that is walked, nor of a watch', async () => {
    const [token = ''] = TOKENS;
    for (const answer of quotesOf(token)) {
      const { client } = desk(answer, { token });
      const ask = { merchantId: '1', paymentId: 92, fiat: 'BRL' } as const;
      const read = [
        client.orders.all({ orderType: 'fiat_to_fiat' }),
        client.flows.all(),
        client.virtualAccounts.all(ask),
      ];
      for (const entries of read) {
        assert.ok(!inspect(entries, { depth: 9, showHidden: true }).includes(token));
        const ended = await entries.next().catch((error: unknown) => error);
        if (ended instanceof ClientError) assertHidden(ended, token);
      }
    }
  });

  it('is shown to nobody who looks at a client or at what it is made of', () => {
    for (const token of TOKENS) {
      const client = createMerchantClient({ baseUrl: 'https://api.example.com', token });
      assertHidden(client, token);
      for (const part of Object.values(client) as object[]) {
        assertHidden(part, token);
        for (const method of Object.values(part) as object[]) assertHidden(method, token);
      }
    }
  });

  it('is in no error of a real connection, whose own errors hold what was sent', async () => {
    const [token = ''] = TOKENS;
    await withLoopback(
      (request, response) => {
        response.setHeader('x-request-id', String(request.headers['x-bh-token']));
        response.setHeader('location', `/?token=${String(request.headers['x-bh-token'])}`);
        if (request.url?.includes('symbols')) return void request.socket.resetAndDestroy();
        response.writeHead(302).end();
      },
      async (baseUrl) => {
        const { client } = desk('', { baseUrl, token, fetch });
        assertHidden(await errorOf(client.pairs.list()), token);
        assertHidden(await errorOf(client.flows.list()), token);
      },
    );
  });

  it('does not cost what can be said without it', async () => {
    const token = 'canary';
    const said = json('{"code":"7","msg":"no canary here, Canary%2B"}', {
      status: 404,
      headers: { 'x-request-id': 'r-canary-1' },
    });
    const error = await errorOf(desk(said, { token }).client.pairs.list());
    assert.deepEqual(
      [error['code'], error['msg'], error['requestId']],
      ['7', 'no [token] here, [token]%2B', 'r-[token]-1'],
    );
    const refused = Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' });
    assert.equal(
      ((await errorOf(desk(refused, { token }).client.pairs.list())).cause as Error).message,
      'ECONNREFUSED',
    );
  });
});
