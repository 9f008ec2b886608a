import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BODIES, PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

type Read = (part: { limit?: number; before?: string }) => Promise<readonly object[]>;
const LISTS: Readonly<Record<string, Read>> = {
  deposits: (part) => sandbox.control.deposits(part),
  'matched deposits': (part) => sandbox.control.deposits({ ...part, matched: true }),
  'unmatched deposits': (part) => sandbox.control.deposits({ ...part, matched: false }),
  activations: (part) => sandbox.control.activations(part),
  postings: (part) => sandbox.control.postings(part),
  flows: (part) => sandbox.control.flows(part),
  'flows of a merchant': (part) => sandbox.control.flows({ ...part, merchantId: 1002 }),
  claims: (part) => sandbox.control.claims(part),
  orders: (part) => sandbox.control.orders(part),
};

/** The id of a row, by which the next part is asked for. */
const idOf = (row: object): string =>
  Object.entries(row).find(([name]) => /^(?:id|txId|orderId)$/.test(name))![1] as string;

describe('the control API', () => {
  before(async () => {
    const at = Date.UTC(2025, 6, 1);
    // Every other deposit has no reference and stays unmatched. The deposits come in pairs with the same
    // time.
    for (let n = 0; n < 6; n++)
      await sandbox.control.deposit({
        merchantId: 1001,
        fiat: 'MXN',
        amount: '1.00',
        at: at + (n >> 1),
        ...(n % 2 === 0 && { account: await sandbox.clabe() }),
      });
    for (const alias of ['uno', 'dos', 'tres']) {
      await sandbox.post(PATHS.activate, { ...BODIES.clabe, fieldList: { alias } });
      await sandbox.post(PATHS.claim, { ...BODIES.claim, clientId: alias });
    }
  });

  for (const [name, read] of Object.entries(LISTS))
    it(`lists ${name} in parts, each starting after the last row of the previous one`, async () => {
      const all = (await read({})).map(idOf);
      assert.ok(all.length >= 3, String(all.length));
      const found: string[] = [];
      while (found.length <= all.length) {
        const before = found.at(-1);
        const part = await read({ limit: 2, ...(before !== undefined && { before }) });
        if (part.length === 0) break;
        assert.ok(part.length <= 2);
        found.push(...part.map(idOf));
      }
      assert.deepEqual(found, all);
    });

  it('limits a part to 1000 rows', async () => {
    for (const path of ['/deposits', '/activations'])
      for (const query of ['limit=0', 'limit=1001', 'limit=x', 'before=x', 'limit=1&limit=1', 'page=1'])
        assertError(
          await sandbox.callControl(`${path}?${query}`, undefined, { method: 'GET' }),
          400,
          'Parameter ',
        );
  });
});
