import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases } from '../../../test/proofs/scale.js';
import { startSandbox, type Sandbox } from '../../src/index.js';
import { PATHS } from '../requests.js';

const COUNT = cases(3, 24);

test(`${COUNT} sandboxes of one test run share nothing`, async () => {
  const sandboxes: Sandbox[] = [];
  // The sandboxes start one after the other, because each start needs a whole core.
  for (let at = 0; at < COUNT; at++) sandboxes.push(await startSandbox());
  assert.equal(new Set(sandboxes.map(({ url }) => url)).size, COUNT);
  await Promise.all(
    sandboxes.map(async ({ control }, at) => {
      await control.merchant({
        merchantId: 3000 + at,
        type: 'business',
        token: `t${at}`,
        balances: { MXN: at },
      });
      await control.clock({ now: 1_767_225_600_000 + at, freeze: true });
      await control.faults([{ route: 'pairs', shape: { code: 0 }, count: at + 1 }]);
      await control.snapshot(`own-${at}`);
    }),
  );
  for (const [at, { url, control }] of sandboxes.entries()) {
    const [merchants, clock, faults, snapshots, { ok }] = await Promise.all([
      control.merchants(),
      control.clock(),
      control.faults(),
      control.snapshots(),
      control.verify(),
    ]);
    const own = merchants.filter(({ merchantId }) => merchantId.startsWith('3'));
    assert.deepEqual(
      own.map(({ merchantId, balances }) => [merchantId, balances['MXN']]),
      [[String(3000 + at), `${at}.00`]],
    );
    assert.deepEqual([clock.now, faults[0]?.count, ok], [String(1_767_225_600_000 + at), at + 1, true]);
    assert.deepEqual(
      snapshots.map(({ name }) => name),
      ['initial', `own-${at}`],
    );
    const other = { 'x-bh-token': `t${(at + 1) % COUNT}` };
    assert.equal((await fetch(url + PATHS.flows, { headers: other })).status, 401);
    if (at % 2 === 0) await control.reset();
  }
  for (const [at, { control, stop }] of sandboxes.entries()) {
    assert.equal((await control.merchants()).length, at % 2 === 0 ? 3 : 4);
    await stop();
  }
});
