/** The check of endpoints with and without a history. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkEndpoint, type Line } from 'deposit-slip/check';
import { createDepositSession, trustKeyOf } from 'deposit-slip/kit';
import { countingApi } from '../fake-api.js';
import { keyPair } from '../keys.js';
import { PIX_GRANT, shop } from '../shop.js';

const ROW = { id: 'a', fiat: 'BRL', status: 'arrived', createTime: 1_700_000_000_000 };
const METHODS = [...PIX_GRANT.methods, { paymentId: 92, fiat: 'BRL' }];

/** The line of the rule, and the requests for a history, to which an endpoint responds in its own way. */
async function checkOf(answer: (url: URL) => Response) {
  const { kit } = shop({ api: countingApi() });
  const asked: string[] = [];
  const fetch = (async (input: string, init: RequestInit) => {
    const url = new URL(input);
    const isHistory = url.searchParams.has('history');
    if (isHistory) asked.push(url.search);
    return isHistory ? answer(url) : kit(new Request(input, init));
  }) as typeof globalThis.fetch;
  const { lines } = await checkEndpoint({ endpoint: 'https://shop.example/deposit', session: 's', fetch });
  const line = lines.find(({ rule }) => rule === 'history')!;
  return { line, asked };
}

const data = (value: object) => () => Response.json({ code: 200, msg: 'SUCCESS', data: value });
const pageOf = (...deposits: readonly unknown[]) => data({ deposits });
const textOf = ({ result, message }: Line): string => `${result}: ${message}`;

describe('the check of a history', () => {
  it('reports that none is offered if the endpoint sends something else', async () => {
    for (const answer of [
      data({ methods: METHODS }),
      data({ status: 'arrived', deposits: [ROW] }),
      data({ fieldList: {} }),
      () => Response.json({ code: 400, msg: 'No.', data: null, kind: 'refused' }, { status: 400 }),
      () => new Response('not found', { status: 404 }),
    ])
      assert.equal(textOf((await checkOf(answer)).line), 'skipped: not offered');
  });

  it('passes for one that the element can read', async () => {
    const rows = [
      { ...ROW, id: 'w', status: 'waiting', createTime: undefined },
      { ...ROW, amount: '1.00', paymentId: 90, txId: '7' },
      { ...ROW, id: 'b' },
      { ...ROW, id: 'c', amount: '4.00', status: 'part', asked: '9.00', received: '4.00', payable: true },
      { ...ROW, id: 'd', amount: '4.00', status: 'over', asked: '1.00', received: '4.00', reference: 'A-7' },
      { ...ROW, id: 'e', amount: '4.00', status: 'returned', returned: '4.00', returnTime: ROW.createTime },
    ];
    for (const page of [pageOf(), pageOf(...rows)])
      assert.equal(textOf((await checkOf(page)).line), 'ok: the element can read it');
  });

  it('reports what the element cannot read', async () => {
    const later = { ...ROW, id: 'b', createTime: ROW.createTime + 1 };
    for (const [answer, message] of [
      [data({ deposits: {} }), 'deposits is not a list'],
      [pageOf({ ...ROW, fiat: 'reais' }), 'the element ignores a deposit'],
      [pageOf({ ...ROW, status: 'other-amount' }), 'the element ignores a deposit'],
      [pageOf({ ...ROW, asked: '9.00', received: '4.00' }), 'the element ignores a deposit'],
      [pageOf({ ...ROW, reference: 'a\nb' }), 'the element ignores the reference of a deposit'],
      [pageOf({ ...ROW, status: 'returned', returnTime: '1' }), 'the element ignores the returnTime'],
      [pageOf({ ...ROW, amount: 'ten' }), 'the element ignores the amount of a deposit'],
      [pageOf({ ...ROW, paymentId: '90' }), 'the element ignores the paymentId of a deposit'],
      [data({ deposits: [], next: 'a b' }), 'the element ignores next'],
      [pageOf(ROW, ROW), 'two deposits have the same id'],
      [pageOf(ROW, later), 'the deposits are not ordered by time'],
      [pageOf(ROW, { ...later, status: 'waiting' }), 'an awaited deposit is not at the top'],
      [pageOf(...Array.from({ length: 101 }, (_, at) => ({ ...ROW, id: `${at}` }))), 'more than 100'],
      [() => new Response('', { status: 500 }), 'status 500'],
    ] as const) {
      const text = textOf((await checkOf(answer)).line);
      assert.ok(text.startsWith(`fail: ${message}`), text);
    }
  });

  it('requests the next page, and compares it with the first one', async () => {
    const pages = (second: Response) => (url: URL) =>
      url.searchParams.has('before') ? second : data({ deposits: [ROW], next: 'p2' })();
    for (const [second, text] of [
      [pageOf({ ...ROW, id: 'b' })(), 'ok: the element can read it'],
      [pageOf(ROW)(), 'fail: two deposits have the same id'],
      [pageOf({ ...ROW, id: 'w', status: 'waiting' })(), 'fail: an awaited deposit is not on the'],
      [new Response('', { status: 400 }), 'fail: status 400 without deposits'],
    ] as const) {
      const { line, asked } = await checkOf(pages(second));
      assert.ok(textOf(line).startsWith(text), textOf(line));
      assert.deepEqual(asked, ['?history=1', '?history=1&before=p2']);
    }
  });

  it('does not request one if that could create another slip', async () => {
    let calls = 0;
    const { kit } = shop({ api: countingApi(), refreshes: 99 });
    const fetch = (async (input: string, init: RequestInit) => {
      const url = new URL(input);
      if (url.searchParams.has('history')) calls += 1;
      if (!url.search) url.searchParams.set('refresh', '1');
      return kit(new Request(url, init));
    }) as typeof globalThis.fetch;
    const { lines } = await checkEndpoint({ endpoint: 'https://shop.example/deposit', fetch });
    assert.equal(calls, 0);
    const line = lines.find(({ rule }) => rule === 'history')!;
    assert.equal(textOf(line), 'skipped: not requested, because the slip changes with every request');
  });

  it('does not expect an endpoint without a history to sign history parameters', async () => {
    const key = 'a key of the tests for sessions, long enough';
    const signingKey = keyPair().privatePem;
    const { kit } = shop({ session: key, signingKey });
    const options = {
      endpoint: 'https://shop.example/deposit',
      session: await createDepositSession(key, PIX_GRANT),
      trustKey: await trustKeyOf(signingKey),
    };
    for (const [ignored, results] of [
      ['history', 'ok: every successful response is signed, skipped: not offered'],
      ['none', 'ok: every successful response is signed, ok: the element can read it'],
    ] as const) {
      const fetch = (async (input: string, init: RequestInit) => {
        const url = new URL(input);
        url.searchParams.delete(ignored);
        return kit(new Request(url, init));
      }) as typeof globalThis.fetch;
      const { lines } = await checkEndpoint({ ...options, fetch });
      const named = lines.filter(({ rule }) => rule === 'signature' || rule === 'history');
      assert.equal(named.map(textOf).join(', '), results);
    }
  });
});
