import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMemoryStore } from 'deposit-slip/kit';
import { createReport } from 'deposit-slip/report';
import { fakeApi } from '../../server/fake-api.js';
import { TOKEN } from '../../server/shop.js';

const HOUR = 3_600_000;
/** Larger pages than requested, so that it takes few of them. */
const SIZE = 8_000;

it('a report stops if the API shows flows of other periods without end', async () => {
  let page = 0;
  const flows = (): string => {
    page += 1;
    const record = Array.from({ length: SIZE }, (_, at) => ({ id: page * SIZE + at, createTime: 0 }));
    const data = { currentPage: page, size: SIZE, total: 1e9, record };
    return JSON.stringify({ code: 200, msg: 'SUCCESS', data });
  };
  const report = createReport({
    ...{ baseUrl: 'https://api.example.com', token: TOKEN, store: createMemoryStore() },
    ...{ fetch: fakeApi({ flows }).fetch, rate: 1_000 },
  });
  const now = Date.now();
  const query = { merchantId: 7001, fiat: 'BRL', from: now - 24 * HOUR, to: now - HOUR };
  await assert.rejects(report(query), { name: 'InvalidRequestError', field: 'to' });
  assert.equal(page, 32);
});
