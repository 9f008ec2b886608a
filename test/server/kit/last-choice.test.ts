import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, type Grant, type Terms } from 'deposit-slip/kit';
import { PERU, fakeApi, pix } from '../fake-api.js';
import { PERU_GRANT, shop } from '../shop.js';

/** A payer's choice of a code, an optional amount and a required one. */
const GRANT: Grant = {
  id: 'payer-1',
  merchantId: 7001,
  methods: [
    { paymentId: 90, fiat: 'BRL' },
    { paymentId: 92, fiat: 'BRL' },
    { paymentId: 95, fiat: 'PEN' },
  ],
};
/** The same with terms for each method. */
const withTerms = (terms: Terms): Grant => ({
  ...GRANT,
  methods: GRANT.methods.map((method) => ({ ...method, ...terms })),
});
const api = () =>
  fakeApi({ slip: ({ searchParams }) => (searchParams.get('fiat') === 'PEN' ? PERU : pix('')) });

async function lastOf({ send }: ReturnType<typeof shop>, query = ''): Promise<unknown> {
  const { data } = (await send(query)).body;
  assert.ok(data?.['methods'], 'the response is a list of methods');
  return data['last'];
}

describe('the list of methods', () => {
  // [what the grant says of the amounts, what was requested, the last choice]
  const CASES = [
    [{}, [], undefined],
    [{}, ['?paymentId=90'], { paymentId: 90 }],
    [{}, ['?paymentId=90&amount=150'], { paymentId: 90 }],
    [{}, ['?paymentId=92'], { paymentId: 92 }],
    [{}, ['?paymentId=95&amount=150'], { paymentId: 95, amount: '150.00' }],
    [{ min: '10', max: '500' }, ['?paymentId=92&amount=22.5'], { paymentId: 92, amount: '22.50' }],
    [{ amount: '150.00' }, ['?paymentId=95&amount=150.00'], { paymentId: 95 }],
    [{ amount: '150.00' }, ['?paymentId=92'], { paymentId: 92 }],
    [{}, ['?paymentId=90', '?paymentId=92', '?paymentId=90'], { paymentId: 90 }],
    [{}, ['?paymentId=95&amount=1', '?paymentId=95&amount=2&refresh=1'], { paymentId: 95, amount: '2.00' }],
    [{}, ['?paymentId=90', '?paymentId=95', '?paymentId=63', '?paymentId=x'], { paymentId: 90 }],
  ] as const;
  for (const [terms, queries, last] of CASES)
    it(`has the last choice after ${queries.join(', ') || 'nothing'} with ${JSON.stringify(terms)}`, async () => {
      const visit = shop({ api: api(), grant: withTerms(terms) });
      for (const query of queries) await visit.send(query);
      assert.deepEqual(await lastOf(visit), last);
    });

  it('has none after HEAD or a failure', async () => {
    const visit = shop({ api: fakeApi({ slip: new TypeError('down') }), grant: GRANT });
    await visit.send('?paymentId=90');
    await visit.send('?paymentId=90', { method: 'HEAD' });
    assert.equal(await lastOf(visit), undefined);
  });

  it('has it only while the same grant allows it, in every copy of the kit', async () => {
    const store = createMemoryStore();
    const visit = (grant: Grant) => shop({ api: api(), store, grant });
    await visit(GRANT).send('?paymentId=95&amount=150');
    const last = { paymentId: 95, amount: '150.00' };
    const [pix, , peru] = GRANT.methods;
    const twice = [...GRANT.methods, { paymentId: 95, fiat: 'USD' }];
    const others: readonly (readonly [Partial<Grant>, unknown])[] = [
      [{}, last],
      [{ methods: [pix!, peru!] }, last],
      [withTerms({ min: '150', max: '150' }), last],
      [withTerms({ max: '149.99' }), undefined],
      [withTerms({ amount: '20' }), { paymentId: 95 }],
      [{ methods: GRANT.methods.slice(0, 2) }, undefined],
      [{ methods: [pix!, { paymentId: 95, fiat: 'USD' }] }, undefined],
      [{ methods: twice }, undefined],
      [{ id: 'payer-2' }, undefined],
      [{ merchantId: 7002 }, undefined],
    ];
    for (const [other, expected] of others)
      assert.deepEqual(await lastOf(visit({ ...GRANT, ...other })), expected, JSON.stringify(other));
    assert.equal(await lastOf(visit(GRANT), '?fiat=BRL'), undefined, 'the method is not in this list');
  });

  it('has it while its slip is in the store', async ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    const visit = shop({ api: api(), grant: GRANT });
    await visit.send('?paymentId=90');
    mock.timers.tick(3_599_000);
    assert.deepEqual(await lastOf(visit), { paymentId: 90 });
    mock.timers.tick(1_000);
    assert.equal(await lastOf(visit), undefined);
    await visit.send('?paymentId=90');
    mock.timers.tick(1_800_000);
    await visit.send('?paymentId=90');
    mock.timers.tick(1_800_000);
    assert.equal(await lastOf(visit), undefined, 'the slip expired before the choice');
    await visit.send('?paymentId=90');
    mock.timers.tick(1_800_000);
    await visit.send('?paymentId=90&refresh=1');
    mock.timers.tick(3_599_000);
    assert.deepEqual(await lastOf(visit), { paymentId: 90 });
  });

  it('has it for a single method too, if the payer enters the amount', async () => {
    const visit = shop({ api: api(), grant: PERU_GRANT });
    await visit.send('?paymentId=95&amount=150');
    assert.deepEqual(await lastOf(visit), { paymentId: 95, amount: '150.00' });
  });
});
