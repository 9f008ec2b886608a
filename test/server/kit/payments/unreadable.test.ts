/** Records of the API that cannot be read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOW, SECOND, useClock } from '../../clock.js';
import { fakeApi, flowPage } from '../../fake-api.js';
import { anySlip, bench } from './bench.js';

describe('a record that cannot be read', () => {
  useClock({ timers: true });

  it('is reported to `error` once, counted in health, and hides no other', async () => {
    for (const [change, flowId] of [
      [{ id: null }, undefined],
      [{ id: 'a b' }, 'a b'],
      [{ createTime: null }, '7'],
      [{ createTime: 'soon' }, '7'],
      [{ createTime: 1_700_000_000 }, '7'],
      [{ changed: '1.005' }, '7'],
      [{ changed: 'ten' }, '7'],
      [{ changed: null }, '7'],
      [{ fiat: 'reais' }, '7'],
    ] as const) {
      const flows = [
        { id: 7, txId: '1', changed: '1.00', createTime: NOW, ...change },
        { id: 8, txId: '1', changed: '4.00', createTime: NOW + 1 },
      ];
      const api = fakeApi({ slip: anySlip(), flows: flowPage(...flows) });
      const { kit, open, tick, lines, errors } = bench({ api });
      await open();
      for (let look = 0; look < 3; look += 1) await tick(10 * SECOND);
      const name = JSON.stringify(change);
      assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00'], name);
      assert.deepEqual(
        errors.map(({ kind, merchantId, ...rest }) => [kind, merchantId, rest.flowId]),
        [['unreadable', '7001', flowId]],
        name,
      );
      const { unreadable, merchants } = await kit.health();
      assert.deepEqual([unreadable, merchants[0]!.unreadable], [1, 1], name);
    }
  });

  it('may also repeat an id with other content, which changes nothing', async () => {
    for (const change of [{ changed: '9.00' }, { txId: '99' }, { createTime: NOW + 1 }, { fiat: 'USD' }]) {
      const flow = { id: 7, txId: '1', changed: '4.00', createTime: NOW };
      const { api, kit, open, tick, lines, errors } = bench();
      await open();
      api.script({ flows: flowPage(flow) });
      await tick(10 * SECOND);
      api.script({ flows: flowPage({ ...flow, ...change }, flow) });
      for (let look = 0; look < 3; look += 1) await tick(10 * SECOND);
      assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00']);
      assert.deepEqual([errors.length, errors[0]!.kind, errors[0]!.flowId], [1, 'unreadable', '7']);
      assert.equal((await kit.health()).unreadable, 1);
    }
  });

  it('is not one whose amount is written differently when it is repeated', async () => {
    const flow = { id: 7, txId: '1', createTime: NOW };
    const { api, kit, open, tick, lines, errors } = bench();
    await open();
    for (const changed of ['4.00', '4', '4.0', '4.000']) {
      api.script({ flows: flowPage({ ...flow, changed }) });
      await tick(10 * SECOND);
    }
    assert.deepEqual([lines(), errors], [['deposit order-1 4.00: part 4.00'], []]);
    assert.equal((await kit.health()).unreadable, 0);
  });

  it('may also be one of two with the same id on one page', async () => {
    const flow = { id: 7, txId: '1', changed: '4.00', createTime: NOW };
    const flows = flowPage(flow, { ...flow, changed: '5.00' }, flow);
    const { open, tick, lines, errors } = bench({ api: fakeApi({ slip: anySlip(), flows }) });
    await open();
    for (let look = 0; look < 2; look += 1) await tick(10 * SECOND);
    assert.deepEqual([lines(), errors.length], [['deposit order-1 4.00: part 4.00'], 1]);
  });
});
