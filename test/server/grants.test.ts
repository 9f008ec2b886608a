/** Limits of what a grant, a token, a clock and an option may say. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { createVisitId, memoryStore, type Grant } from 'deposit-slip/kit';
import { SPEI, countingApi, fakeApi, flowPage, json } from './fake-api.js';
import { PIX_GRANT, SECRET, sendTo, shop } from './shop.js';

const NOW = 1_700_000_000_000;
const CHOICE: Grant = { ...PIX_GRANT, methods: [{ paymentId: 92, fiat: 'BRL' }] };
const ACCOUNT: Grant = { ...PIX_GRANT, methods: [{ paymentId: 105, fiat: 'MXN' }], ownAccount: true };

describe('a grant', () => {
  it('with bounds requires an amount that is optional otherwise', async () => {
    const { api, send } = shop({ grant: { ...CHOICE, min: '10.00' } });
    assert.match((await send()).text, /"amount":"required","min":"10.00"/);
    for (const [query, status] of [
      ['', 422],
      ['&amount=5', 422],
      ['&amount=10', 200],
    ] as const)
      assert.equal((await send(`?paymentId=92${query}`)).status, status, query);
    assert.equal(api.slips().length, 1);
  });

  it('is refused with a lower max than min, and with an amount of more than 15 digits', async () => {
    const digits = '9'.repeat(15);
    for (const good of [{ min: '1', max: '1.00' }, { amount: `${digits}.99` }])
      await createVisitId(SECRET, { ...CHOICE, ...good });
    for (const bad of [{ min: '1.01', max: '1.00' }, { amount: `1${digits}` }, { min: `${digits}0` }])
      await assert.rejects(createVisitId(SECRET, { ...CHOICE, ...bad }), /invalid in (min|amount)/);
  });

  it('is refused with the names of all its invalid members', async () => {
    const method = { paymentId: 92, fiat: 'BRL' };
    for (const [change, names] of [
      [{ id: '' }, 'id'],
      [{ id: 'x'.repeat(257), merchantId: -1 }, 'id, merchantId'],
      [{ merchantId: '1'.repeat(20) }, 'merchantId'],
      [{ merchantId: undefined }, 'merchantId'],
      [{ methods: [] }, 'methods'],
      [{ methods: [method, null] }, 'methods.1'],
      [{ methods: [{ paymentId: 0, fiat: 'brl' }] }, 'methods.0.paymentId, methods.0.fiat'],
      [{ amount: '0' }, 'amount'],
      [{ amount: 10 }, 'amount'],
      [{ amount: '10.00', min: '1.00' }, 'amount'],
      [{ ownAccount: 'yes', depositAlias: '' }, 'depositAlias, ownAccount'],
    ] as const)
      await assert.rejects(
        createVisitId(SECRET, { ...CHOICE, ...change } as never),
        new RegExp(`invalid in ${names}\\.`),
      );
    await assert.rejects(createVisitId(SECRET, [] as never), /invalid in grant\./);
  });

  it('is refused with a hole in its methods', async () => {
    const methods: Grant['methods'][number][] = [];
    methods[1] = { paymentId: 92, fiat: 'BRL' };
    await assert.rejects(createVisitId(SECRET, { ...CHOICE, methods }), /invalid in methods\.0\./);
  });

  it('may have a member named invalid', async () => {
    await createVisitId(SECRET, { ...CHOICE, invalid: 'not quoted' } as Grant);
  });

  it('is frozen with its methods, and has no prototype of its own, when a hook gets it', async () => {
    const grants: Grant[] = [];
    const grant = { ...(JSON.parse('{"__proto__": {"isAdmin": true}}') as object), ...PIX_GRANT };
    const { send } = shop({ grant, on: { issued: (event) => void grants.push(event.grant) } });
    assert.equal((await send()).status, 200);
    assert.deepEqual(
      grants.map((each) => [each, each.methods, each.methods[0]].map((part) => Object.isFrozen(part))),
      [[true, true, true]],
    );
    assert.ok(!Object.hasOwn(grants[0]!, '__proto__'));
  });

  it('is used as it was checked, even if a member differs when it is read again', async () => {
    let reads = 0;
    const grant = {
      ...PIX_GRANT,
      get amount() {
        return ++reads > 1 ? '999999.00' : '1.00';
      },
    };
    const { kit } = shop({ authorize: () => grant });
    reads = 0;
    const { body } = await sendTo(kit);
    assert.equal((body as { amount?: string }).amount, '1.00');
  });
});

describe('an arrival token', () => {
  it('is valid for a day, for its merchant and alias only, and does not show whose it is', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['Date'], now: NOW });
    const token = (await shop().send()).body.arrival!;
    const status = async (grant: Grant) => (await shop({ grant }).send(`?arrival=${token}`)).status;
    const others = [PIX_GRANT, { ...PIX_GRANT, merchantId: 7002 }, { ...PIX_GRANT, depositAlias: 'b' }];
    for (const [at, grant] of others.entries()) assert.equal(await status(grant), at === 0 ? 200 : 403);
    const plain = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(PIX_GRANT.id)));
    assert.notEqual(decodeJwt(token).sub, plain.toString('base64url'));
    mock.timers.tick(86_399_000);
    assert.equal(await status(PIX_GRANT), 200);
    mock.timers.tick(1_000);
    assert.equal(await status(PIX_GRANT), 403);
  });

  it('counts from our time if the API’s clock, or a deposit, is more than ten minutes off', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['Date'], now: NOW });
    const sinceOf = async (slip: Response, flows?: string) => {
      const { api, send } = shop({ grant: ACCOUNT, api: fakeApi({ slip }) });
      const { body } = await send();
      if (flows !== undefined) {
        api.script({ flows });
        await send(`?arrival=${body.arrival}`);
      }
      return Number(decodeJwt((await send()).body.arrival!)['since']) - NOW;
    };
    for (const [ahead, since] of [
      [600, 600],
      [-600, -600],
      [601, 0],
      [-601, 0],
      [9e9, 0],
    ] as const) {
      const date = new Date(NOW + ahead * 1_000).toUTCString();
      assert.equal(await sinceOf(json(SPEI, { headers: { date } })), since * 1_000);
    }
    const late = flowPage({ fiat: 'MXN', createTime: NOW + 9e9 });
    assert.equal(await sinceOf(json(SPEI), late), 600_000);
  });
});

describe('an option', () => {
  it('of the memory store is refused if it is no positive whole number', () => {
    for (const size of [Number.NaN, 0, -1, 1.5, '9' as never])
      for (const option of ['maxEntries', 'maxCharacters'])
        assert.throws(() => memoryStore({ [option]: size }), new RegExp(`${option} must be`));
  });

  it('key counts by the visit if it returns an empty text', async () => {
    const keys = new Set<string>();
    const limiter = { consume: (key: string) => void keys.add(key) };
    for (const id of ['a', 'b'])
      await shop({ api: countingApi(), limiter, key: () => '', grant: { ...PIX_GRANT, id } }).send();
    assert.equal(keys.size, 2);
  });
});
