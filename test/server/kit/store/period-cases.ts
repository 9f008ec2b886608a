import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedDeposit, PeriodQuery, Records } from '../../../../src/server/kit/store/store.js';
import {
  bookedOf,
  DAY,
  depositOf,
  grantOf,
  idsOf,
  issue,
  NOW,
  plain,
  rowOf,
  save,
  type OpenBench,
} from './fixtures.js';

const list = (records: Records, members: Partial<PeriodQuery> = {}): Promise<readonly ListedDeposit[]> =>
  records.listPeriod({
    ...{ merchantId: '1001', fiat: 'BRL', from: NOW, to: NOW + DAY, limit: 100 },
    ...members,
  });

export function periodCases(open: OpenBench): void {
  describe('the flows of a period', () => {
    it('are read in pages, the earliest first, then by id', async () => {
      const { records } = await open();
      const deposits = [4, 3, 3, 3, 2, 1, 1].map((time, at) =>
        depositOf({ createTime: NOW + time, id: `id-${'ZabCdEf'[at]}` }),
      );
      await save(records, { deposits });
      const ordered = ['id-E', 'id-f', 'id-d', 'id-C', 'id-a', 'id-b', 'id-Z'];
      assert.deepEqual(idsOf(await list(records)), ordered);
      const read: string[] = [];
      for (let after: ListedDeposit | undefined; ;) {
        const page = await list(records, { limit: 2, after });
        read.push(...idsOf(page));
        if (page.length < 2) break;
        after = page.at(-1);
      }
      assert.deepEqual(read, ordered);
    });

    it('are those of one merchant and currency, from the first millisecond to before the last', async () => {
      const { records, store } = await open();
      const [first, last] = [depositOf(), depositOf({ createTime: NOW + DAY - 1 })];
      const others = [
        depositOf({ createTime: NOW - 1 }),
        depositOf({ createTime: NOW + DAY }),
        depositOf({ fiat: 'MXN' }),
      ];
      await save(records, { deposits: [last, ...others, first] });
      await save(records, { deposits: [depositOf({ merchantId: '1002' })] }, '1002');
      await save(store.open('another'), { deposits: [depositOf()] });
      assert.deepEqual(idsOf(await list(records)), idsOf([first, last]));
    });

    it('may have every state except unreadable', async () => {
      const { records } = await open();
      await issue(records);
      const states = ['unmatched', 'earlier', 'unreadable', 'pending', 'return', 'unmatched-return'] as const;
      const deposits = states.map((state, at) => depositOf({ state, createTime: NOW + at }));
      await save(records, { deposits: [...deposits, bookedOf(1, { createTime: NOW + 9 })] });
      const found = (await list(records)).map(({ state }) => state);
      assert.deepEqual(found, ['unmatched', 'earlier', 'pending', 'return', 'unmatched-return', 'booked']);
    });

    it('have the sums of their payment, and the reference of its grant', async () => {
      const { records } = await open();
      const grant = { ...grantOf('order-1'), reference: 'A-17' };
      await issue(records, {}, { issued: { grant } });
      const rows = [bookedOf(1), bookedOf(2, { createTime: NOW + 1 })];
      const other = depositOf({ createTime: NOW + 2 });
      await save(records, {
        payments: [{ ...(await rowOf(records)), received: 20_000n, count: 2 }],
        deposits: [...rows, other],
      });
      const sums = { asked: 10_000n, received: 20_000n, reference: 'A-17' };
      assert.deepEqual(plain(await list(records)), [...rows.map((row) => ({ ...row, ...sums })), other]);
    });
  });
}
