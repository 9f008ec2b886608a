import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import type { Grant } from 'deposit-slip/kit';
import { PIX_TX, SPEI, countingApi, fakeApi, flowPage, json, pix, pixFlow } from './fake-api.js';
import { PIX_GRANT, SECRET, shop } from './shop.js';

const NOW = 1_700_000_000_000;
const SPEI_GRANT: Grant = { id: 'visit-9', merchantId: 7001, methods: [{ paymentId: 105, fiat: 'MXN' }] };
const OWN_GRANT: Grant = { ...SPEI_GRANT, ownAccount: true };
const WAITING = { status: 'waiting', deposits: [] };

interface Arrival {
  readonly status: string;
  readonly deposits: readonly { readonly txId?: string; readonly amount: string }[];
}

type Send = ReturnType<typeof shop>['send'];

/** The arrival token of the slip that a request returns. */
async function tokenOf(send: Send, query = ''): Promise<string> {
  const token = (await send(query)).body.arrival;
  assert.ok(token !== undefined, 'the slip has an arrival token');
  return token;
}

/** What a page learns with a token; by default with that of the current slip. */
async function arrivalOf(send: Send, token?: string): Promise<Arrival> {
  const answer = await send(`?arrival=${token ?? (await tokenOf(send))}`);
  return answer.body.data as unknown as Arrival;
}

function paramsOf({ url }: { readonly url: URL }): Record<string, string> {
  return Object.fromEntries(url.searchParams);
}

describe('an arrival', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
  afterEach(() => mock.timers.reset());

  it('is recognized by the exact funding id', async () => {
    const { api, send } = shop();
    const token = await tokenOf(send);
    assert.deepEqual(await arrivalOf(send, token), WAITING);
    assert.deepEqual(paramsOf(api.flows()[0]!), {
      merchantId: '7001',
      fiat: 'BRL',
      txId: PIX_TX,
      flowType: 'DEPOSIT',
      pageSize: '100',
    });
    mock.timers.tick(1000);
    api.script({ flows: pixFlow() });
    assert.deepEqual(await arrivalOf(send, token), {
      status: 'arrived',
      deposits: [{ txId: PIX_TX, amount: '150.00', fiat: 'BRL', createTime: 1_700_000_000_500 }],
    });
  });

  it('is not a flow of another funding, currency, merchant or direction, nor a fee', async () => {
    const others = [
      { txId: '12345678901234567891' },
      { fiat: 'USD' },
      { merchantId: 7002 },
      { flowType: 'WITHDRAW' },
      { flowType: 'REFUND' },
      { flowType: undefined },
      { category: 'FEE' },
      { changed: '-150.00' },
      { changed: '0.00' },
      { changed: 'much' },
    ];
    for (const other of others) {
      const { send } = shop({ api: fakeApi({ flows: flowPage({ txId: PIX_TX, ...other }) }) });
      assert.deepEqual(await arrivalOf(send), WAITING, JSON.stringify(other));
    }
  });

  it('has its amount as a decimal string, however the API writes it', async () => {
    const spellings = [
      ['150', '150.00'],
      ['1.5E+2', '150.00'],
      ['"0.1"', '0.10'],
      ['100.000', '100.00'],
      ['5E-2', '0.05'],
      ['9007199254740993.01', '9007199254740993.01'],
      ['"1.005"', '1.005'],
    ] as const;
    for (const [changed, amount] of spellings) {
      const { send } = shop({ api: fakeApi({ flows: pixFlow(PIX_TX, changed) }) });
      assert.equal((await arrivalOf(send)).deposits[0]?.amount, amount, changed);
    }
  });

  it('is recognized under any name of the list, and for a slip that came in a page', async () => {
    const slip = pix().replace(/"data":(.*)\}$/, '"data":{"record":$1}}');
    for (const name of ['record', 'data', 'list']) {
      const flows = pixFlow().replace('"record"', `"${name}"`);
      assert.equal((await arrivalOf(shop({ api: fakeApi({ slip, flows }) }).send)).status, 'arrived');
    }
  });

  it('of the earlier code is reported after a refresh, to the new page and to the old one', async () => {
    const { api, send } = shop({ api: countingApi() });
    const old = await tokenOf(send);
    const fresh = await tokenOf(send, '?refresh=1');
    api.script({ flows: (url) => (url.searchParams.get('txId') === '1' ? pixFlow('1') : flowPage()) });
    for (const token of [fresh, old]) {
      const { status, deposits } = await arrivalOf(send, token);
      assert.deepEqual([status, deposits[0]?.txId], ['arrived', '1']);
    }
  });

  it('that was already reported is not reported again for a later slip', async () => {
    const { send, api } = shop({ api: countingApi() });
    api.script({ flows: pixFlow('1') });
    assert.equal((await arrivalOf(send)).status, 'arrived');
    assert.deepEqual(await arrivalOf(send, await tokenOf(send, '?refresh=1')), WAITING);
  });

  it('is looked up for at most five codes of a visit', async () => {
    const { api, send } = shop({ api: countingApi() });
    for (let slip = 0; slip < 7; slip += 1) await send('?refresh=1');
    await arrivalOf(send);
    assert.deepEqual(
      api.flows().map((call) => paramsOf(call)['txId']),
      ['7', '6', '5', '4', '3'],
    );
  });

  it('cannot be recognized without a funding id, unless the payer has an account of their own', async () => {
    const api = fakeApi({ slip: SPEI });
    assert.equal((await shop({ api, grant: SPEI_GRANT }).send()).body.arrival, undefined);
    await arrivalOf(shop({ api, grant: OWN_GRANT }).send);
    assert.deepEqual(paramsOf(api.flows()[0]!), {
      merchantId: '7001',
      fiat: 'MXN',
      flowType: 'DEPOSIT',
      startTime: String(NOW - 1),
      pageSize: '100',
    });
  });

  it('in an own account counts from the second in which the slip was made', async () => {
    mock.timers.tick(700);
    const date = 'Tue, 14 Nov 2023 22:05:00 GMT';
    const since = Date.parse(date);
    const dated = json(SPEI, { headers: { date } });
    // By the API's clock, or by that of the kit if the API sends no date.
    const times = [
      [dated, since - 1, 'waiting'],
      [dated, since, 'arrived'],
      [dated, since + 999, 'arrived'],
      [dated, since + 86_400_000, 'arrived'],
      [SPEI, NOW - 1, 'waiting'],
      [SPEI, NOW + 100, 'arrived'],
      ...['1700000000', '', null, 'now'].map((createTime) => [SPEI, createTime, 'waiting'] as const),
    ] as const;
    for (const [slip, createTime, status] of times) {
      const api = fakeApi({ slip, flows: flowPage({ fiat: 'MXN', createTime }) });
      const { send } = shop({ api, grant: OWN_GRANT });
      assert.equal((await arrivalOf(send)).status, status, String(createTime));
    }
  });

  it('in an own account counts from the first slip even after a refresh', async () => {
    const { send } = shop({
      api: fakeApi({ slip: SPEI, flows: flowPage({ fiat: 'MXN', createTime: NOW + 5_000 }) }),
      grant: OWN_GRANT,
    });
    await send();
    mock.timers.tick(60_000);
    assert.equal((await arrivalOf(send, await tokenOf(send, '?refresh=1'))).status, 'arrived');
  });

  it('is looked up once a second, however many pages poll', async () => {
    const { api, send } = shop();
    const token = await tokenOf(send);
    await Promise.all(Array.from({ length: 100 }, () => arrivalOf(send, token)));
    mock.timers.tick(999);
    await arrivalOf(send, token);
    assert.equal(api.flows().length, 1);
    mock.timers.tick(1);
    await arrivalOf(send, token);
    assert.equal(api.flows().length, 2);
  });

  it('is reported to the hooks once, and to every page', async () => {
    const api = fakeApi({ flows: pixFlow() });
    const events: unknown[] = [];
    const { send } = shop({ api, on: { arrived: (event) => void events.push(event) } });
    const token = await tokenOf(send);
    for (let page = 0; page < 3; page += 1) {
      assert.equal((await arrivalOf(send, token)).status, 'arrived');
      mock.timers.tick(5_000);
    }
    assert.equal(events.length, 1);
    assert.equal(api.flows().length, 1);
  });

  it('fails like any other request, and no failure is stored', async () => {
    const { api, send } = shop({
      api: fakeApi({ flows: json('{}', { status: 429, headers: { 'retry-after': '3' } }) }),
    });
    const token = await tokenOf(send);
    const limited = await send(`?arrival=${token}`);
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '3']);
    api.script({ flows: '{"code":200,"data":null}' });
    assert.equal((await send(`?arrival=${token}`)).body.kind, 'unreadable');
    api.script({ flows: pixFlow() });
    assert.equal((await arrivalOf(send, token)).status, 'arrived');
  });
});

describe('an arrival token', () => {
  const key = new TextEncoder().encode(SECRET);

  it('is a short JWS that contains neither merchant nor grant id', async () => {
    const grant = { ...PIX_GRANT, id: 'session-secret', depositAlias: 'al' };
    const { send } = shop({ grant });
    const token = await tokenOf(send);
    assert.ok(token.length < 512, String(token.length));
    assert.deepEqual(decodeProtectedHeader(token), { alg: 'HS256', typ: 'deposit-arrival+jwt' });
    const claims = JSON.stringify(decodeJwt(token));
    for (const hidden of ['7001', 'session-secret', '"al"']) assert.ok(!claims.includes(hidden));
  });

  it('is rejected with 403 for another grant', async () => {
    const api = fakeApi();
    const token = await tokenOf(shop({ api }).send);
    const grant = { ...PIX_GRANT, id: 'order-2' };
    const other = await shop({ api, grant }).send(`?arrival=${token}`);
    assert.deepEqual([other.status, other.body.kind], [403, 'forbidden']);
    assert.equal(api.flows().length, 0);
  });

  it('is rejected once the grant lacks its method or the own account', async () => {
    const api = fakeApi({ slip: SPEI });
    const token = await tokenOf(shop({ api, grant: OWN_GRANT }).send);
    const withoutMethod = { ...OWN_GRANT, methods: [{ paymentId: 90, fiat: 'BRL' }] };
    for (const grant of [SPEI_GRANT, withoutMethod]) {
      assert.equal((await shop({ api, grant }).send(`?arrival=${token}`)).status, 403);
    }
    assert.equal((await shop({ api, grant: null }).send(`?arrival=${token}`)).status, 401);
    assert.equal(api.flows().length, 0);
  });

  it('is rejected with 403 if signed with another secret, for another use, or not at all', async () => {
    const { send } = shop();
    const claims = decodeJwt(await tokenOf(send));
    const header = { alg: 'HS256', typ: 'deposit-arrival+jwt' };
    const sign = (payload: object, head: { alg: string; typ?: string }, secret: Uint8Array = key) =>
      new SignJWT({ ...payload }).setProtectedHeader(head).sign(secret);
    assert.equal((await send(`?arrival=${await sign(claims, header)}`)).status, 200, 'the signer works');
    const unsecured = new UnsecuredJWT(claims).encode();
    const forged = [
      unsecured,
      `${unsecured}AAAA`,
      await sign(claims, header, new TextEncoder().encode('another secret of at least thirty-two bytes')),
      await sign(claims, { alg: 'HS512', typ: header.typ }),
      await sign(claims, { alg: 'HS256', typ: 'JWT' }),
      await sign(claims, { alg: 'HS256' }),
      await sign({ ...claims, aud: 'deposit-session' }, header),
      await sign({ ...claims, iss: 'someone' }, header),
      await sign({ ...claims, sub: PIX_GRANT.id }, header),
      await sign({ ...claims, txIds: 'all' }, header),
      await sign({ ...claims, since: 'long ago' }, header),
      await sign({ ...claims, exp: 1 }, header),
    ];
    for (const token of forged) assert.equal((await send(`?arrival=${token}`)).status, 403, token);
  });

  it('is valid in one kit only without a secret, which logs one warning', async () => {
    const api = fakeApi();
    const one = shop({ api, secret: undefined as never });
    const other = shop({ api, secret: undefined as never });
    const token = await tokenOf(one.send);
    assert.equal((await one.send(`?arrival=${token}`)).status, 200);
    assert.equal((await other.send(`?arrival=${token}`)).status, 403);
    assert.equal(one.logger.lines.length, 1);
  });
});
