import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { memoryStore, type Grant } from 'deposit-slip/kit';
import { PIX_TX, SPEI, fakeApi, flowPage, json, pix } from './fake-api.js';
import { PIX_GRANT, SECRET, shop } from './shop.js';

const NOW = 1_700_000_000_000;
const SPEI_GRANT: Grant = { id: 'visit-9', merchantId: 7001, methods: [{ paymentId: 105, fiat: 'MXN' }] };
const OWN_GRANT: Grant = { ...SPEI_GRANT, ownAccount: true };
const WAITING = { status: 'waiting', deposits: [] };

/** A flow as JSON text, with a funding id that no JavaScript number holds. */
function arrivedPix(txId: string, changed = '"150.00"'): string {
  return flowPage({ txId: 'TX', changed: 'CHANGED' }).replace('"TX"', txId).replace('"CHANGED"', changed);
}

async function tokenOf(answer: Promise<{ body: { arrival?: string } }>): Promise<string> {
  const token = (await answer).body.arrival;
  assert.ok(token !== undefined, 'a token came');
  return token;
}

describe('an arrival', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
  afterEach(() => mock.timers.reset());

  it('is told by the funding id, exactly', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch });
    const token = await tokenOf(ask());
    assert.deepEqual((await ask(`?arrival=${token}`)).body.data, WAITING);
    const asked = api.flows()[0]?.url;
    assert.deepEqual(Object.fromEntries(asked?.searchParams ?? []), {
      merchantId: '7001',
      fiat: 'BRL',
      txId: PIX_TX,
      flowType: 'DEPOSIT',
      pageSize: '100',
    });
    mock.timers.tick(1000);
    api.script({ flows: arrivedPix(PIX_TX) });
    assert.deepEqual((await ask(`?arrival=${token}`)).body.data, {
      status: 'arrived',
      deposits: [{ txId: PIX_TX, amount: '150.00', fiat: 'BRL', createTime: 1_700_000_000_500 }],
    });
  });

  it('is not another funding, currency, merchant, direction or fee', async () => {
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
      const api = fakeApi({ flows: flowPage({ txId: PIX_TX, ...other }) });
      const { ask } = shop({ fetch: api.fetch });
      const { body } = await ask(`?arrival=${await tokenOf(ask())}`);
      assert.deepEqual(body.data, WAITING, JSON.stringify(other));
    }
  });

  it('says its amount as a decimal string, however the API spells it', async () => {
    const spellings = [
      ['150', '150.00'],
      ['1.5E+2', '150.00'],
      ['"0.1"', '0.10'],
      ['100.000', '100.00'],
      ['5E-2', '0.05'],
      ['9007199254740993.01', '9007199254740993.01'],
      ['"1.005"', '1.005'],
    ] as const;
    for (const [spelled, amount] of spellings) {
      const { ask } = shop({ fetch: fakeApi({ flows: arrivedPix(PIX_TX, spelled) }).fetch });
      const { body } = await ask(`?arrival=${await tokenOf(ask())}`);
      const data = body.data as unknown as { deposits: { amount: string }[] };
      assert.equal(data.deposits[0]?.amount, amount, spelled);
    }
  });

  it('is read from either name of the list', async () => {
    for (const name of ['data', 'list']) {
      const flows = arrivedPix(PIX_TX).replace('"record"', `"${name}"`);
      const { ask } = shop({ fetch: fakeApi({ flows }).fetch });
      assert.equal((await ask(`?arrival=${await tokenOf(ask())}`)).body.data?.['status'], 'arrived');
    }
  });

  it('of the code paid before a reload is told', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch });
    await ask();
    const token = await tokenOf(ask());
    api.script({
      flows: (url) => (url.searchParams.get('txId') === PIX_TX ? arrivedPix(PIX_TX) : flowPage()),
    });
    assert.equal((await ask(`?arrival=${token}`)).body.data?.['status'], 'arrived');
    assert.equal(api.slips().length, 1);
  });

  it('of the earlier code is told after a refresh, to the new page and to the old one', async () => {
    const api = fakeApi({ slip: pix('1') });
    const { ask } = shop({ fetch: api.fetch });
    const old = await tokenOf(ask());
    api.script({ slip: pix('2') });
    const fresh = await tokenOf(ask('?refresh=1'));
    api.script({ flows: (url) => (url.searchParams.get('txId') === '1' ? arrivedPix('1') : flowPage()) });
    for (const token of [fresh, old]) {
      const { body } = await ask(`?arrival=${token}`);
      const data = body.data as unknown as { status: string; deposits: { txId: string }[] };
      assert.equal(data.status, 'arrived');
      assert.equal(data.deposits[0]?.txId, '1');
    }
  });

  it('that was told already is not told again for a slip made after it', async () => {
    const api = fakeApi({ slip: pix('1'), flows: arrivedPix('1') });
    const { ask } = shop({ fetch: api.fetch });
    assert.equal((await ask(`?arrival=${await tokenOf(ask())}`)).body.data?.['status'], 'arrived');
    api.script({ slip: pix('2') });
    const fresh = await tokenOf(ask('?refresh=1'));
    assert.deepEqual((await ask(`?arrival=${fresh}`)).body.data, WAITING);
  });

  it('is watched for at most five codes of a visit', async () => {
    let last = 0;
    const api = fakeApi({ slip: () => pix(String(++last)) });
    const { ask } = shop({ fetch: api.fetch });
    for (let slip = 0; slip < 7; slip += 1) await ask('?refresh=1');
    await ask(`?arrival=${await tokenOf(ask())}`);
    assert.deepEqual(
      api.flows().map(({ url }) => url.searchParams.get('txId')),
      ['7', '6', '5', '4', '3'],
    );
  });

  it('cannot be told without a funding id, unless the account is the payer’s own', async () => {
    const api = fakeApi({ slip: SPEI });
    assert.equal((await shop({ fetch: api.fetch, grant: SPEI_GRANT }).ask()).body.arrival, undefined);
    const own = shop({ fetch: api.fetch, grant: OWN_GRANT });
    const token = await tokenOf(own.ask());
    await own.ask(`?arrival=${token}`);
    assert.deepEqual(Object.fromEntries(api.flows()[0]?.url.searchParams ?? []), {
      merchantId: '7001',
      fiat: 'MXN',
      flowType: 'DEPOSIT',
      startTime: String(NOW - 1),
      pageSize: '100',
    });
  });

  it('in an own account counts from the second the slip was made, by the API’s clock', async () => {
    const date = 'Tue, 14 Nov 2023 22:00:00 GMT';
    const since = Date.parse(date);
    const cases = [
      [since - 1, 'waiting'],
      [since, 'arrived'],
      [since + 999, 'arrived'],
      [since + 86_400_000, 'arrived'],
    ] as const;
    for (const [createTime, status] of cases) {
      const api = fakeApi({
        slip: json(SPEI, { headers: { date } }),
        flows: flowPage({ fiat: 'MXN', createTime: String(createTime) }),
      });
      const { ask } = shop({ fetch: api.fetch, grant: OWN_GRANT });
      const { body } = await ask(`?arrival=${await tokenOf(ask())}`);
      assert.equal(body.data?.['status'], status, String(createTime - since));
    }
  });

  it('in an own account counts from the whole second of our own clock where the API tells no time', async () => {
    mock.timers.tick(700);
    for (const [createTime, status] of [
      [NOW - 1, 'waiting'],
      [NOW + 100, 'arrived'],
    ] as const) {
      const api = fakeApi({ slip: SPEI, flows: flowPage({ fiat: 'MXN', createTime }) });
      const { ask } = shop({ fetch: api.fetch, grant: OWN_GRANT });
      assert.equal((await ask(`?arrival=${await tokenOf(ask())}`)).body.data?.['status'], status);
    }
  });

  it('in an own account is none without a time in milliseconds', async () => {
    for (const createTime of ['1700000000', '', null, 'now']) {
      const api = fakeApi({ slip: SPEI, flows: flowPage({ fiat: 'MXN', createTime }) });
      const { ask } = shop({ fetch: api.fetch, grant: OWN_GRANT });
      assert.deepEqual((await ask(`?arrival=${await tokenOf(ask())}`)).body.data, WAITING);
    }
  });

  it('in an own account still counts from the first slip after a refresh', async () => {
    const api = fakeApi({ slip: SPEI, flows: flowPage({ fiat: 'MXN', createTime: NOW + 5_000 }) });
    const { ask } = shop({ fetch: api.fetch, grant: OWN_GRANT });
    await ask();
    mock.timers.tick(60_000);
    const { body } = await ask(`?arrival=${await tokenOf(ask('?refresh=1'))}`);
    assert.equal(body.data?.['status'], 'arrived');
  });

  it('is asked of the API once a second, however many pages watch', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch });
    const token = await tokenOf(ask());
    await Promise.all(Array.from({ length: 100 }, () => ask(`?arrival=${token}`)));
    mock.timers.tick(999);
    await ask(`?arrival=${token}`);
    assert.equal(api.flows().length, 1);
    mock.timers.tick(1);
    await ask(`?arrival=${token}`);
    assert.equal(api.flows().length, 2);
  });

  it('is told to the hooks once, and to every page', async () => {
    const api = fakeApi({ flows: arrivedPix(PIX_TX) });
    const arrived: unknown[] = [];
    const { ask } = shop({ fetch: api.fetch, on: { arrived: (event) => void arrived.push(event.deposits) } });
    const token = await tokenOf(ask());
    for (let page = 0; page < 3; page += 1) {
      assert.equal((await ask(`?arrival=${token}`)).body.data?.['status'], 'arrived');
      mock.timers.tick(5_000);
    }
    assert.equal(arrived.length, 1);
    assert.equal(api.flows().length, 1);
  });

  it('has the errors of any other request, and none is remembered', async () => {
    const api = fakeApi({ flows: json('{}', { status: 429, headers: { 'retry-after': '3' } }) });
    const { ask } = shop({ fetch: api.fetch });
    const token = await tokenOf(ask());
    const limited = await ask(`?arrival=${token}`);
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '3']);
    api.script({ flows: '{"code":200,"data":null}' });
    assert.equal((await ask(`?arrival=${token}`)).body.kind, 'unreadable');
    api.script({ flows: arrivedPix(PIX_TX) });
    assert.equal((await ask(`?arrival=${token}`)).body.data?.['status'], 'arrived');
  });
});

describe('an arrival token', () => {
  const key = new TextEncoder().encode(SECRET);

  it('is a short JWS that names neither merchant nor grant', async () => {
    const { ask } = shop({
      fetch: fakeApi().fetch,
      grant: { ...PIX_GRANT, id: 'session-secret', depositAlias: 'al' },
    });
    const token = await tokenOf(ask());
    assert.ok(token.length < 512, String(token.length));
    assert.deepEqual(decodeProtectedHeader(token), { alg: 'HS256', typ: 'deposit-arrival+jwt' });
    const claims = JSON.stringify(decodeJwt(token));
    for (const hidden of ['7001', 'session-secret', '"al"']) assert.ok(!claims.includes(hidden));
  });

  it('of another grant is 403', async () => {
    const api = fakeApi();
    const token = await tokenOf(shop({ fetch: api.fetch }).ask());
    const other = await shop({ fetch: api.fetch, grant: { ...PIX_GRANT, id: 'order-2' } }).ask(
      `?arrival=${token}`,
    );
    assert.deepEqual([other.status, other.body.kind], [403, 'forbidden']);
    assert.equal(api.flows().length, 0);
  });

  it('asks about the merchant of the grant, not of the time it was given', async () => {
    const api = fakeApi();
    const store = memoryStore();
    const token = await tokenOf(shop({ fetch: api.fetch, store }).ask());
    await shop({ fetch: api.fetch, store, grant: { ...PIX_GRANT, merchantId: '8002' } }).ask(
      `?arrival=${token}`,
    );
    assert.equal(api.flows()[0]?.url.searchParams.get('merchantId'), '8002');
  });

  it('tells nothing once its method or the own account is no longer granted', async () => {
    const api = fakeApi({ slip: SPEI });
    const token = await tokenOf(shop({ fetch: api.fetch, grant: OWN_GRANT }).ask());
    const without = { ...OWN_GRANT, methods: [{ paymentId: 90, fiat: 'BRL' }] };
    for (const grant of [SPEI_GRANT, without]) {
      assert.equal((await shop({ fetch: api.fetch, grant }).ask(`?arrival=${token}`)).status, 403);
    }
    assert.equal((await shop({ fetch: api.fetch, grant: null }).ask(`?arrival=${token}`)).status, 401);
    assert.equal(api.flows().length, 0);
  });

  it('is 403 with any character changed', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch });
    const token = await tokenOf(ask());
    for (let at = 0; at < token.length; at += 1) {
      if (token[at] === '.') continue;
      const altered = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      assert.equal((await ask(`?arrival=${altered}`)).status, 403, `at ${at}`);
    }
    assert.equal(api.flows().length, 0);
  });

  it('is 403 if signed with another secret, for another use, or not at all', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch });
    const claims = decodeJwt(await tokenOf(ask()));
    const header = { alg: 'HS256', typ: 'deposit-arrival+jwt' };
    const sign = (
      payload: object,
      head: { alg: string; typ?: string; kid?: string },
      secret: Uint8Array = key,
    ) => new SignJWT({ ...payload }).setProtectedHeader(head).sign(secret);
    assert.equal((await ask(`?arrival=${await sign(claims, header)}`)).status, 200, 'the means are right');
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
    for (const token of forged) assert.equal((await ask(`?arrival=${token}`)).status, 403, token);
  });

  it('of a kit without a secret is not known to another, and one warning says so', async () => {
    const api = fakeApi();
    const one = shop({ fetch: api.fetch, secret: undefined as never });
    const other = shop({ fetch: api.fetch, secret: undefined as never });
    const token = await tokenOf(one.ask());
    assert.equal((await one.ask(`?arrival=${token}`)).status, 200);
    assert.equal((await other.ask(`?arrival=${token}`)).status, 403);
    assert.equal(one.logger.lines.length, 1);
  });
});
