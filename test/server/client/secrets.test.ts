/**
 * SECURITY.md P17 for the client: whatever fails, and whatever the API echoes, no error contains the token.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createMerchantClient, ClientError } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { withLoopback } from '../loopback.js';
import { envelope, errorOf, page, scriptedClient, type Answer } from './scripted-client.js';
import { SAMPLES } from './samples.js';

/**
 * A plain token, one with characters that URLs and JSON escape, and one that looks like a system error code.
 */
const TOKENS = ['canary-token-5f2c9d', 'canary+/=".*(token)\\', 'ECANARY_TOKEN'];

/**
 * The token unchanged, encoded for a URL, escaped for JSON, in hexadecimal digits and base64, in lower and
 * upper case.
 */
function formsOf(token: string): string[] {
  const hex = Buffer.from(token).toString('hex');
  const forms = [
    ...[token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), hex],
    ...[hex.replace(/../g, '%$&'), hex.replace(/../g, '%25$&'), hex.replace(/../g, '\\u00$&')],
    ...['', 'x', 'xy'].map((before) => Buffer.from(`${before}${token}:`).toString('base64')),
    Buffer.from(`user:${token}`).toString('base64url'),
  ];
  const all = [
    ...forms,
    ...forms.map((form) => form.toLowerCase()),
    ...forms.map((form) => form.toUpperCase()),
  ];
  return [...new Set(all)];
}

/**
 * Strings that no text may contain, in any case: the forms of each token, and those forms as a string literal
 * escapes them again.
 */
const HIDDEN = new Map(
  TOKENS.map((token) => {
    const written = formsOf(token).flatMap((form) => [
      form,
      JSON.stringify(form).slice(1, -1),
      inspect(form).slice(1, -1),
    ]);
    return [token, [...new Set(written.map((form) => form.toLowerCase()))]];
  }),
);

/** Everything that can be revealed by logging an error or a client. */
function visibleText(value: unknown): string {
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
  const text = visibleText(value).toLowerCase();
  for (const form of HIDDEN.get(token)!) assert.ok(!text.includes(form), text);
}

/** Responses and errors that quote a token wherever possible, for each form of the token. */
function echoesOf(token: string): Answer[][] {
  return formsOf(token).map((form): Answer[] => {
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
    it(`is in no error of any operation, whatever the API echoes: ${token}`, async () => {
      let errors = 0;
      for (const [form, answers] of echoesOf(token).entries())
        for (const [at, answer] of answers.entries())
          // The first form through every operation, and each other form through one.
          for (const { call } of form === 0 ? SAMPLES : [SAMPLES[(form + at) % SAMPLES.length]!]) {
            const { client } = scriptedClient(answer, { token });
            const outcome = await call(client).catch((error: unknown) => error);
            if (!(outcome instanceof ClientError)) continue;
            assertHidden(outcome, token);
            errors += 1;
          }
      assert.ok(errors > 300, String(errors));
    });

  it('is in no error of an iterator', async () => {
    const [token = ''] = TOKENS;
    for (const answer of echoesOf(token)[0]!) {
      const { client } = scriptedClient(answer, { token });
      const query = { merchantId: '1', paymentId: 92, fiat: 'BRL' } as const;
      const iterators = [
        client.orders.all({ orderType: 'fiat_to_fiat' }),
        client.flows.all(),
        client.virtualAccounts.all(query),
      ];
      for (const iterator of iterators) {
        assert.ok(!inspect(iterator, { depth: 9, showHidden: true }).includes(token));
        const outcome = await iterator.next().catch((error: unknown) => error);
        if (outcome instanceof ClientError) assertHidden(outcome, token);
      }
    }
  });

  it('is not visible in a client or its members', () => {
    for (const token of TOKENS) {
      const client = createMerchantClient({ baseUrl: 'https://api.example.com', token });
      assertHidden(client, token);
      for (const group of Object.values(client) as object[]) {
        assertHidden(group, token);
        for (const method of Object.values(group) as object[]) assertHidden(method, token);
      }
    }
  });

  it('is in no error of a real connection', async () => {
    const [token = ''] = TOKENS;
    await withLoopback(
      (request, response) => {
        response.setHeader('x-request-id', String(request.headers['x-bh-token']));
        response.setHeader('location', `/?token=${String(request.headers['x-bh-token'])}`);
        if (request.url?.includes('symbols')) return void request.socket.resetAndDestroy();
        response.writeHead(302).end();
      },
      async (baseUrl) => {
        const { client } = scriptedClient('', { baseUrl, token, fetch });
        assertHidden(await errorOf(client.pairs.list()), token);
        assertHidden(await errorOf(client.flows.list()), token);
      },
    );
  });

  it('is redacted without losing the rest of an error', async () => {
    const token = 'canary';
    const echo = json('{"code":"7","msg":"no canary here, Canary%2B"}', {
      status: 404,
      headers: { 'x-request-id': 'r-canary-1' },
    });
    const error = await errorOf(scriptedClient(echo, { token }).client.pairs.list());
    assert.deepEqual(
      [error['code'], error['msg'], error['requestId']],
      ['7', 'no [token] here, [token]%2B', 'r-[token]-1'],
    );
    const refused = Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' });
    assert.equal(
      ((await errorOf(scriptedClient(refused, { token }).client.pairs.list())).cause as Error).message,
      'ECONNREFUSED',
    );
  });
});
