/** The limits of values in a grant, a token, a clock and an option. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, createDepositSession, type Grant } from 'deposit-slip/kit';
import { later, NOW, useClock } from '../clock.js';
import { SPEI, countingApi, fakeApi, json, pix } from '../fake-api.js';
import { PIX_GRANT, SECRET, claimsOf, sendTo, shop } from '../shop.js';

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
      await createDepositSession(SECRET, { ...CHOICE, ...good });
    for (const bad of [{ min: '1.01', max: '1.00' }, { amount: `1${digits}` }, { min: `${digits}0` }])
      await assert.rejects(createDepositSession(SECRET, { ...CHOICE, ...bad }), /invalid in (min|amount)/);
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
      [{ reference: 7 }, 'reference'],
      [{ reference: ' ' }, 'reference'],
      [{ reference: 'x'.repeat(65) }, 'reference'],
      [{ reference: 'A-7\n' }, 'reference'],
      [{ reference: 'A-\u202e7' }, 'reference'],
      [{ reference: 'A-\ud800' }, 'reference'],
    ] as const)
      await assert.rejects(
        createDepositSession(SECRET, { ...CHOICE, ...change } as never),
        new RegExp(`invalid in ${names}\\.`),
      );
    await assert.rejects(createDepositSession(SECRET, [] as never), /invalid in grant\./);
  });

  it('may have the reference of its order, of any 64 characters', async () => {
    for (const reference of ['A-1042', 'Pedido n.º 7 / été', '注文 7', '🧾'.repeat(64)])
      await createDepositSession(SECRET, { ...CHOICE, reference });
  });

  it('is refused with an empty slot in its methods', async () => {
    const methods: Grant['methods'][number][] = [];
    methods[1] = { paymentId: 92, fiat: 'BRL' };
    await assert.rejects(createDepositSession(SECRET, { ...CHOICE, methods }), /invalid in methods\.0\./);
  });

  it('may have a member named invalid', async () => {
    await createDepositSession(SECRET, { ...CHOICE, invalid: 'not quoted' } as Grant);
  });

  it('is frozen with its methods, and has no prototype of its own, when a hook receives it', async () => {
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

describe('the terms of a grant', () => {
  const [code, account] = [
    { paymentId: 92, fiat: 'BRL' },
    { paymentId: 105, fiat: 'MXN' },
  ];
  const issueOf = async (change: Partial<Grant>): Promise<string> =>
    createDepositSession(SECRET, { ...CHOICE, ...change }).then(
      () => '',
      ({ message }: Error) => message,
    );

  it('are in the grant if its methods have one currency, or else in each method', async () => {
    for (const terms of [{ amount: '10.00' }, { min: '1' }, { max: '9' }, { min: '1', max: '9' }]) {
      for (const methods of [[code], [code, { paymentId: 90, fiat: 'BRL' }]])
        assert.equal(await issueOf({ methods, ...terms }), '');
      assert.equal(await issueOf({ methods: [{ ...code, ...terms }, account] }), '');
      const names = Object.keys(terms).join(', ');
      assert.equal(
        await issueOf({ methods: [code, account], ...terms }),
        `Cannot create a deposit session: grant is invalid in ${names}.`,
      );
    }
  });

  it('are the same for all methods of a currency, and in one place', async () => {
    const other = { paymentId: 90, fiat: 'BRL' };
    for (const [methods, terms, invalid] of [
      [
        [
          { ...code, amount: '10' },
          { ...other, amount: '10.00' },
        ],
        {},
        '',
      ],
      [[{ ...code, amount: '10' }, other], {}, 'methods.1.amount'],
      [[code, { ...other, min: '1' }], {}, 'methods.1.min'],
      [
        [
          { ...code, amount: '10' },
          { ...other, amount: '11' },
        ],
        {},
        'methods.1.amount',
      ],
      [[{ ...code, amount: '10' }], { amount: '10' }, 'methods.0.amount'],
      [[{ ...code, amount: '10', max: '11' }], {}, 'methods.0.amount'],
      [[{ ...code, min: '2', max: '1' }], {}, 'methods.0.min'],
      [[{ ...code, amount: 10 as never }], {}, 'methods.0.amount'],
    ] as const) {
      const message = invalid && `Cannot create a deposit session: grant is invalid in ${invalid}.`;
      assert.equal(await issueOf({ methods, ...terms }), message);
    }
  });

  it('of a currency apply in its slips and in the list of methods', async () => {
    const methods = [
      { ...code, amount: '10.00' },
      { ...account, amount: '2000' },
      { paymentId: 81, fiat: 'USD', min: '5' },
    ];
    const slip = (url: URL) => (url.searchParams.get('paymentId') === '92' ? pix() : SPEI);
    const { send } = shop({ grant: { ...CHOICE, methods }, api: fakeApi({ slip }) });
    assert.deepEqual((await send()).body.data!['methods'], [
      { paymentId: 92, fiat: 'BRL', amount: 'optional', fixed: '10.00' },
      { paymentId: 105, fiat: 'MXN', amount: 'none', fixed: '2000.00' },
      { paymentId: 81, fiat: 'USD', amount: 'none', min: '5' },
    ]);
    const bodies = [];
    for (const query of ['?paymentId=92', '?paymentId=105', '?paymentId=105&amount=2000.00'])
      bodies.push((await send(query)).body);
    assert.deepEqual(
      bodies.map(({ amount, payment }) => [amount, payment?.fiat, payment?.asked]),
      [
        ['10.00', 'BRL', '10.00'],
        ['2000.00', 'MXN', '2000.00'],
        ['2000.00', 'MXN', '2000.00'],
      ],
    );
    assert.equal((await send('?paymentId=105&amount=10.00')).status, 422);
    assert.equal((await send('?paymentId=81&amount=4.99')).status, 422);
  });
});

describe('an arrival token', () => {
  useClock();

  it('is valid for a day, for its grant, merchant and alias only, and does not show whose it is', async () => {
    const token = (await shop().send()).body.arrival!;
    const status = async (grant: Grant) => (await shop({ grant }).send(`?arrival=${token}`)).status;
    const changes = [{}, { id: 'order-2' }, { merchantId: 7002 }, { depositAlias: 'b' }];
    const others = changes.map((change) => ({ ...PIX_GRANT, ...change }));
    for (const [at, grant] of others.entries()) assert.equal(await status(grant), at === 0 ? 200 : 403);
    const plain = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(PIX_GRANT.id)));
    assert.ok(!token.includes(plain.toString('base64url')));
    later(86_399_000);
    assert.equal(await status(PIX_GRANT), 200);
    later(1_000);
    assert.equal(await status(PIX_GRANT), 403);
  });

  it('counts from our time if the API’s clock is more than ten minutes off', async () => {
    for (const [ahead, since] of [
      [600, 600],
      [-600, -600],
      [601, 0],
      [-601, 0],
      [9e9, 0],
    ] as const) {
      const date = new Date(NOW + ahead * 1_000).toUTCString();
      const { send } = shop({ grant: ACCOUNT, api: fakeApi({ slip: json(SPEI, { headers: { date } }) }) });
      const token = (await send()).body.arrival!;
      assert.equal(Number(claimsOf(token)['since']) - NOW, since * 1_000);
    }
  });
});

describe('the option', () => {
  it('maxRows of the memory store is refused if it is not a positive whole number', () => {
    for (const maxRows of [Number.NaN, 0, -1, 1.5, '9' as never])
      assert.throws(() => createMemoryStore({ maxRows }), /maxRows must be/);
  });

  it('key counts by the visit if it returns an empty text', async () => {
    const keys = new Set<string>();
    const limiter = { consume: (key: string) => void keys.add(key) };
    for (const id of ['a', 'b'])
      await shop({ api: countingApi(), limiter, key: () => '', grant: { ...PIX_GRANT, id } }).send();
    assert.equal(keys.size, 2);
  });
});
