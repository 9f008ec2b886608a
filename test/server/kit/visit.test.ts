import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createDepositSession,
  createMemoryStore,
  createVisitId,
  type ErrorEvent,
  type Grant,
} from 'deposit-slip/kit';
import { fakeApi } from '../fake-api.js';
import { keyPair } from '../keys.js';
import { PIX_GRANT, SECRET, bearer, brokenStore, shop } from '../shop.js';

const KEY = 'a session key of the tests, of thirty-two bytes or more';
const signingKey = keyPair().privatePem;
const visit = await createVisitId(SECRET, PIX_GRANT);
const otherGrant: Grant = { ...PIX_GRANT, id: 'order-2' };
const otherVisit = await createVisitId(SECRET, otherGrant);
const foreignVisit = await createVisitId(`${SECRET}.`, PIX_GRANT);

describe('a visit id', () => {
  it('is the same for changes that leave the visit the same, and reveals nothing about it', async () => {
    assert.match(visit, /^[\w-]{43}$/);
    const same: readonly (readonly [string | Uint8Array, Grant])[] = [
      [new TextEncoder().encode(SECRET), PIX_GRANT],
      [
        SECRET,
        { ...PIX_GRANT, merchantId: '7001', amount: '1.00', methods: [{ paymentId: 105, fiat: 'MXN' }] },
      ],
    ];
    for (const args of same) assert.equal(await createVisitId(...args), visit);
  });

  it('differs by grant id, merchant, alias and secret', async () => {
    const others = [
      otherGrant,
      { ...PIX_GRANT, merchantId: 7002 },
      { ...PIX_GRANT, depositAlias: 'a' },
      { ...PIX_GRANT, id: 'order-1","7001' },
    ];
    const ids = await Promise.all(others.map((grant) => createVisitId(SECRET, grant)));
    ids.push(visit, foreignVisit);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('is not created for an invalid secret or grant, and the error quotes no value', async () => {
    for (const secret of ['canary', new Uint8Array(31), undefined, 7])
      await assert.rejects(createVisitId(secret as never, { ...PIX_GRANT, id: '' }), {
        message: 'Cannot create a visit id: secret must have at least 32 bytes, grant is invalid in id.',
      });
  });
});

describe('a kit that signs responses to visits that it knows by cookie', () => {
  const wrong: Readonly<Record<string, string>> = {
    absent: '',
    empty: 'visit=',
    'of another grant': `visit=${otherVisit}`,
    'made with another secret': `visit=${foreignVisit}`,
    truncated: `visit=${visit.slice(0, -1)}`,
    extended: `visit=${visit}A`,
    padded: `visit=${visit}=`,
    // The last character has two unused bits.
    'in another spelling': `visit=${visit.slice(0, -1)}${String.fromCharCode(visit.charCodeAt(42) + 1)}`,
    'with a line break': `visit=${visit}%0A`,
    repeated: `visit=${visit}&visit=${visit}`,
    'in another case': `VISIT=${visit}`,
  };
  for (const [name, query] of Object.entries(wrong))
    it(`rejects a request whose visit is ${name}, before anything is counted, stored or requested`, async () => {
      const untouched = (): never => assert.fail('touched');
      const untouchedStore = brokenStore(untouched);
      const errors: ErrorEvent[] = [];
      const { api, logger, send } = shop({
        signingKey,
        limiter: { consume: untouched },
        store: untouchedStore,
        key: untouched,
        on: { error: (event) => void errors.push(event) },
      });
      for (const request of [`?${query}`, `?paymentId=90&refresh=1&${query}`, `?arrival=a.b.c&${query}`]) {
        const { status, body, headers } = await send(request);
        assert.deepEqual([status, body.kind], [403, 'forbidden']);
        assert.equal(body.msg, 'This page was made for another visit.');
        assert.equal(headers.get('deposit-signature'), null);
      }
      assert.equal((await send(`?${query}`, { method: 'HEAD' })).status, 403);
      assert.equal(api.calls.length, 0);
      // The merchant can find their own mistake: every time in the hook, and once in the log.
      assert.equal(errors.length, 4);
      for (const { grant, cause } of errors) {
        assert.equal(grant?.id, PIX_GRANT.id);
        assert.match(String(cause), /createVisitId\(secret, grant\)/);
      }
      const warning = 'A deposit request was rejected: its visit does not belong to its grant';
      assert.deepEqual(logger.lines, [JSON.stringify([warning, null])]);
    });

  it('serves the page of the visit: a slip, its arrival and HEAD', async () => {
    const { send } = shop({ signingKey });
    const { status, body } = await send(`?visit=${visit}`);
    assert.equal(status, 200);
    assert.equal((await send(`?visit=${visit}&arrival=${body.arrival}`)).status, 200);
    assert.equal((await send(`?visit=${visit}`, { method: 'HEAD' })).status, 200);
  });

  it('asks a stranger for authentication first', async () => {
    assert.equal((await shop({ signingKey, grant: null }).send()).status, 401);
  });
});

describe('any other kit', () => {
  it('neither needs nor rejects a visit, but signs it with a session', async () => {
    const session = bearer(await createDepositSession(KEY, PIX_GRANT));
    const store = createMemoryStore();
    const kits = [
      shop({ store }).send,
      (query: string) => shop({ store, session: KEY, api: fakeApi(), signingKey }).send(query, session),
    ];
    for (const send of kits)
      for (const query of ['', '?visit=of-the-merchant', `?visit=${visit}`])
        assert.equal((await send(query)).status, 200, query);
  });
});
