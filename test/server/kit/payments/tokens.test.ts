/**
 * A `token` for each merchant: which requests carry it, what happens without one, and that it never appears
 * anywhere.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createMemoryStore, type DepositKitOptions } from 'deposit-slip/kit';
import { later, MINUTE, pass, resultOf, SECOND, useClock } from '../../clock.js';
import { fakeApi, flowPage, json, pix, type FakeApi } from '../../fake-api.js';
import { flowList, type FlowRecord } from '../../flow-list.js';
import { anySlip, bench, following, ORDER } from './bench.js';

type TokenOf = Extract<DepositKitOptions['token'], (merchantId: string) => unknown>;

const OTHER = { ...ORDER, id: 'other', merchantId: 7002 };
/** Values that no request may carry, and that must never appear. */
const CANARY = 'canary-token-5f2c9d8e7b';
const tokenFor = (merchantId: string): string => `canary-${merchantId}-token`;

const merchantOf = ({ searchParams }: URL): string => searchParams.get('merchantId')!;
/** The merchant and token of each request. */
const sentBy = (api: FakeApi): string[] =>
  api.calls.map(({ url, headers }) => `${merchantOf(url)} ${headers.get('x-bh-token')}`);

describe('the token of each merchant', () => {
  useClock({ timers: true });

  for (const [name, token] of [
    ['at once', tokenFor],
    ['later', async (merchantId: string) => tokenFor(merchantId)],
  ] as const)
    it(`is requested before each request, and only this token is sent: ${name}`, async () => {
      const asked: string[] = [];
      const flows: FlowRecord[] = [];
      const api = fakeApi({ slip: anySlip(), flows: (url) => flowList(flows)(url) });
      const { kit, open, lines } = bench({
        api,
        grants: [ORDER, OTHER],
        token: (merchantId) => (asked.push(merchantId), token(merchantId)),
      });
      const { txId } = await open();
      await open(OTHER.id);
      const other = Array.from({ length: 300 }, (_, at) => ({ id: 100 + at, merchantId: 7002, txId: '9' }));
      flows.push({ id: 1, txId, changed: '10.00', createTime: Date.now() });
      flows.push(...other.map((flow) => ({ ...flow, changed: '1.00', createTime: Date.now() })));
      later(10 * SECOND);
      await resultOf(kit.tick());
      assert.deepEqual(lines().slice(0, 2).toSorted(), [
        'deposit order-1 10.00: paid 10.00',
        'paid order-1: paid 10.00',
      ]);
      const sent = sentBy(api);
      assert.deepEqual(sent.toSorted(), [
        ...Array<string>(2).fill('7001 canary-7001-token'),
        // Its second page is another request.
        ...Array<string>(3).fill('7002 canary-7002-token'),
      ]);
      assert.deepEqual(asked.toSorted(), sent.map((each) => each.slice(0, 4)).toSorted());
    });

  it('can be replaced at any time', async () => {
    let current = 'canary-old-token';
    const { api, open, tick } = bench({ token: () => current });
    const { poll } = await open();
    await tick(10 * SECOND);
    current = 'canary-new-token';
    await tick(10 * SECOND);
    later(SECOND);
    await poll();
    const sent = sentBy(api);
    assert.deepEqual(sent, [
      ...Array<string>(2).fill('7001 canary-old-token'),
      ...Array<string>(sent.length - 2).fill('7001 canary-new-token'),
    ]);
    assert.ok(sent.length >= 3);
  });

  const missing: Readonly<Record<string, TokenOf>> = {
    'the function throws': () => {
      throw new Error(CANARY);
    },
    'it rejects': () => Promise.reject(new Error(CANARY)),
    'it rejects with a string': () => Promise.reject(CANARY),
    'it returns nothing': () => undefined as never,
    'it returns an empty text': () => '',
    'it returns text that no header can contain': () => Promise.resolve(`${CANARY}\n`),
    'it does not return text': () => ({ [CANARY]: CANARY }) as never,
    'it never resolves': () => new Promise(() => undefined),
  };
  for (const [name, fail] of Object.entries(missing))
    it(`that is missing affects only what needs it, and the other merchants continue: ${name}`, async () => {
      let isMissing = false;
      const hooked: unknown[] = [];
      const { api, kit, open, pay, lines, errors, logger, send } = bench({
        grants: [ORDER, OTHER],
        timeout: 500,
        token: (merchantId) => (isMissing && merchantId === '7001' ? fail(merchantId) : tokenFor(merchantId)),
        on: {
          request: (event) => void hooked.push(event),
          response: (event) => void hooked.push(event),
        },
      });
      const { txId } = await open();
      const other = await open(OTHER.id);
      isMissing = true;
      const [requests, before] = [api.calls.length, hooked.length];
      pay('10.00', { txId });
      pay('10.00', { txId: other.txId, merchantId: 7002 });
      await following(kit, () => pass(MINUTE, 100));
      assert.deepEqual(lines(), ['deposit other 10.00: paid 10.00', 'paid other: paid 10.00']);
      const all = sentBy(api).slice(requests);
      assert.ok(all.length > 5 && all.every((each) => each === '7002 canary-7002-token'));
      assert.equal(hooked.length - before, 2 * all.length, 'no hook is told of a request that was not made');

      // Five attempts: at 5, 6, 8, 12, 20 and 36 seconds, and then some.
      assert.ok(errors.length >= 5 && errors.length <= 6, String(errors.length));
      const [error] = errors;
      assert.deepEqual(error!.upstream, { kind: 'authentication' });
      assert.deepEqual([error!.kind, error!.merchantId], ['unavailable', '7001']);
      assert.match(String(error!.cause), /^Error: The token function of the deposit kit (threw|returned)/);
      const { failure } = (await kit.health()).merchants.find(({ merchantId }) => merchantId === '7001')!;
      assert.deepEqual([failure!.kind, failure!.count], ['authentication', errors.length]);
      const ofReading = logger.lines.filter((line) => line.includes('Reading the deposits'));
      assert.equal(ofReading.length, errors.length, 'each is logged once');

      errors.splice(0);
      const { status, body, text } = await send(ORDER.id, '?refresh=1');
      assert.deepEqual([status, body.kind], [502, 'unavailable']);
      assert.deepEqual(
        errors.map(({ upstream, kind, grant }) => [upstream, kind, grant?.id]),
        [[{ kind: 'authentication' }, 'unavailable', 'order-1']],
      );
      const shown = [text, ...logger.lines, inspect([errors, hooked], { depth: 9, showHidden: true })].join();
      assert.ok(!shown.includes(CANARY));

      isMissing = false;
      await following(kit, () => pass(31 * SECOND, 100));
      assert.deepEqual(lines(), ['deposit order-1 10.00: paid 10.00', 'paid order-1: paid 10.00']);
    });

  it('pauses only its own merchants if the API refuses it', async () => {
    const grants = [7001, 7002, 7003].map((merchantId) => ({ ...ORDER, id: `of-${merchantId}`, merchantId }));
    let isDown = true;
    const times: Record<string, number[]> = { 7001: [], 7002: [], 7003: [] };
    const api = fakeApi({
      slip: anySlip(),
      flows: (url) => {
        times[merchantOf(url)]!.push(Date.now());
        return isDown && merchantOf(url) !== '7003' ? json('{}', { status: 401 }) : flowPage();
      },
    });
    const token = (merchantId: string): string => (merchantId === '7003' ? 'token-of-one' : 'token-of-two');
    const { kit, open } = bench({ api, grants, token });
    for (const { id } of grants) await open(id);
    await following(kit, async () => {
      await pass(2 * MINUTE, 100);
      const refused = [...times[7001]!, ...times[7002]!];
      assert.ok(refused.length <= 16, `${refused.length} in two minutes`);
      assert.ok(times[7003]!.length >= 22, `${times[7003]!.length} in two minutes`);
      isDown = false;
      const [one, two] = [times[7001]!.length, times[7002]!.length];
      await pass(MINUTE, 100);
      assert.ok(times[7001]!.length - one >= 5 && times[7002]!.length - two >= 5);
    });
    for (const { failure } of (await kit.health()).merchants) assert.equal(failure, undefined);
  });

  it('has a separate rate, over all copies', async () => {
    const store = createMemoryStore();
    const grants = Array.from({ length: 24 }, (_, at) => ({
      ...ORDER,
      id: `order-${at}`,
      merchantId: 1 + at,
    }));
    const tokenOf = (merchantId: string): string => `token-${Number(merchantId) % 2}`;
    const times: (readonly [time: number, token: string, merchantId: string])[] = [];
    const api = fakeApi({
      slip: anySlip(),
      flows: (url) => {
        times.push([Date.now(), tokenOf(merchantOf(url)), merchantOf(url)]);
        return flowPage();
      },
    });
    const copies = [1, 2, 3].map(() => bench({ store, api, grants, rate: 2, token: tokenOf }));
    for (const { id } of grants) await copies[0]!.open(id);
    later(10 * SECOND);
    const start = Date.now();
    await following(
      copies.map(({ kit }) => kit),
      () => pass(30 * SECOND, 100),
    );
    const seconds = (Date.now() - start) / SECOND;
    for (let each = 0; each < 2; each += 1) {
      const own = times.filter(([, token]) => token === `token-${each}`);
      assert.ok(own.length <= 2 * seconds + 2, `${own.length} in ${seconds} s`);
      assert.ok(own.length >= 1.6 * seconds, `${own.length} in ${seconds} s`);
    }
    assert.equal(new Set(times.map(([, , merchantId]) => merchantId)).size, 24, 'all are read');
  });

  it('does not delay the merchants of another token if it has much to read', async () => {
    const grants = Array.from({ length: 60 }, (_, at) => ({
      ...ORDER,
      id: `order-${at}`,
      merchantId: 1 + at,
    }));
    let [count, ofMany] = [0, 0];
    const api = fakeApi({
      slip: anySlip(),
      flows: (url) => {
        if (merchantOf(url) === '60') count += 1;
        else ofMany += 1;
        return flowPage();
      },
    });
    const token = (merchantId: string): string => (merchantId === '60' ? 'token-of-one' : 'token-of-many');
    const { kit, open } = bench({ api, grants, rate: 1, token });
    for (const { id } of grants) await open(id);
    later(10 * SECOND);
    await following(kit, () => pass(2 * MINUTE, 100));
    assert.ok(ofMany <= 122, `${ofMany} in two minutes`);
    assert.ok(count >= 4, `read ${count} times`);
  });

  it('delays a page that polls by at most the time of a reading', async () => {
    let isSlow = false;
    const token = (): Promise<string> =>
      isSlow ? new Promise(() => undefined) : Promise.resolve(tokenFor('7001'));
    const { open } = bench({ token, timeout: 8_000 });
    const { poll } = await open();
    isSlow = true;
    later(10 * SECOND);
    const start = Date.now();
    await poll();
    assert.ok(Date.now() - start <= 2 * SECOND, `${Date.now() - start} ms`);
  });

  it('is in no response, of whichever merchant, even if the API repeats it', async () => {
    // Words that no redaction rule for logs would hide.
    const plainFor = (merchantId: string): string => (merchantId === '7001' ? 'plaintoken' : 'othertoken');
    const echoes: readonly ((token: string) => string)[] = [
      (token) => token,
      (token) => Buffer.from(token).toString('hex'),
      (token) => Buffer.from(`:${token}:`).toString('base64'),
    ];
    for (const echo of echoes)
      for (const merchantId of ['7001', '7002']) {
        const api = fakeApi({ slip: anySlip() });
        const { open, send, logger, errors } = bench({ api, grants: [ORDER, OTHER], token: plainFor });
        await open();
        await open(OTHER.id);
        const text = echo(plainFor(merchantId));
        api.script({
          slip: (url) =>
            merchantOf(url) === '7001' ? pix().replace('"Pix Key"', `"a":"${text}","Pix Key"`) : pix(),
        });
        const { status, body, text: sent } = await send(ORDER.id, '?refresh=1');
        assert.deepEqual([status, body.kind], [502, 'unreadable']);
        api.script({ slip: json(`{"code":7,"msg":"no ${plainFor(merchantId)} here"}`) });
        await send(ORDER.id, '?refresh=1');
        assert.equal(errors.at(-1)!.upstream!.msg, 'no [hidden] here');
        assert.ok(![sent, ...logger.lines, inspect(errors, { depth: 9 })].join().includes(text));
      }
  });

  it('is in no deposit that a hook or a page receives, even long after it was replaced', async () => {
    let count = 0;
    const tokens: string[] = [];
    const token = (merchantId: string): string => {
      tokens.push(`${tokenFor(merchantId)}-${(count += 1)}`);
      return tokens.at(-1)!;
    };
    const flows: FlowRecord[] = [];
    const api = fakeApi({
      slip: anySlip(),
      flows: (url) => {
        // The API repeats the request.
        flows.push({ id: tokens.at(-1) as never, txId: '7', changed: '1.00', createTime: Date.now() });
        flows.push({ id: flows.length + 1, txId: tokens.at(-1)!, changed: '1.00', createTime: Date.now() });
        const page = flowList(flows)(url);
        flows.splice(0);
        return page;
      },
    });
    const { kit, tick, open, told, errors, logger, send } = bench({
      api,
      token,
      grants: [{ ...ORDER, ownAccount: true, methods: [{ paymentId: 105, fiat: 'MXN' }] }],
    });
    await open();
    for (let look = 0; look < 20; look += 1) await tick(MINUTE);
    const history = await send(ORDER.id, '?history=1');
    assert.equal(history.status, 200);
    assert.ok(errors.length >= 40 && errors.every(({ kind }) => kind === 'unreadable'));
    const shown = inspect([told, errors, logger.lines, history.text, await kit.health()], { depth: 9 });
    for (const each of tokens) assert.ok(!shown.includes(each), each);
    assert.ok(tokens.length > 20);
  });

  it('is not requested if no request needs it', async () => {
    const asked: string[] = [];
    const { open, send, kit } = bench({
      token: (merchantId) => (asked.push(merchantId), tokenFor(merchantId)),
    });
    const { slip } = await open();
    assert.deepEqual(asked, ['7001']);
    await send(ORDER.id, `?arrival=${slip.body.arrival}x`);
    await kit.health();
    assert.deepEqual(asked, ['7001']);
  });
});
