import assert from 'node:assert/strict';
import type { FlowRequest } from './bank.js';
import { DAY, HOUR, MINUTE, SECOND } from './clock.js';
import type { Runner } from './runner.js';

/**
 * Lets everything end: requests in flight, readings, returns that wait for a day, and hooks that are called
 * again.
 */
export async function runDry(runner: Runner): Promise<void> {
  const { simulation } = runner;
  const { clock } = simulation;
  await clock.advance(10 * SECOND);
  for (const copy of simulation.copies) copy.unfollow();
  await clock.advance(2 * MINUTE);
  await runner.idle();
  await runner.calm();
  for (const pause of [HOUR + MINUTE, MINUTE]) {
    await clock.leap(pause);
    await runner.tick(0);
  }
  const isPending = (): boolean =>
    [...simulation.model.merchants.values()].some((merchant) =>
      [...merchant.flows.values()].some(({ state }) => state === 'pending'),
    );
  if (isPending()) {
    await clock.leap(DAY + HOUR);
    await runner.tick(0);
  }
  for (let tries = 0; tries < 12 && simulation.untold().length > 0; tries += 1) {
    await clock.leap(11 * MINUTE);
    await runner.tick(0);
  }
}

/** Checks SECURITY.md P39 and P43 once everything has ended. */
export async function checkAll(runner: Runner): Promise<void> {
  const { simulation } = runner;
  checkBooked(runner);
  checkPace(runner);
  await checkStore(runner);
  assert.deepEqual(simulation.untold(), [], 'hooks that were not called until they resolved');
  assert.deepEqual(simulation.deadTooEarly(), [], 'events that were given up early');
  const copy = simulation.copies[1]!;
  for (const order of runner.orders) {
    const version = await runner.newest(order);
    const { pages } = runner;
    await runner.request(() => pages.slip(copy, version, {}));
    await runner.request(() => pages.slip(copy, version, { at: 0 }));
    const open = pages.open.filter((page) => page.version.order === order && pages.canPoll(page));
    for (const page of open.slice(-2)) await runner.request(() => pages.poll(copy, page, version));
    await runner.request(() => pages.history(copy, version, true));
  }
}

/** Checks that the store has every deposit that the API lists for a followed merchant. */
function checkBooked({ simulation }: Runner): void {
  for (const { merchant: id, flow, at } of simulation.bank.records) {
    const merchant = simulation.model.merchant(id);
    if (!flow || flow.amount === 0n || !simulation.followed.has(id)) continue;
    const isPromised = at >= merchant.firstSlipAt() && at <= merchant.watchedUntil;
    if (isPromised) assert.ok(merchant.flows.has(flow.id), `deposit ${flow.id} was not read`);
  }
}

/** Checks that the store has every flow once, booked as in the model. */
async function checkStore({ simulation }: Runner): Promise<void> {
  const { records, model } = simulation;
  for (const merchant of model.merchants.values()) {
    const rows = await records.knownFlows(merchant.id, [...merchant.flows.keys()]);
    const stored = rows.map(({ flowId, state, grantId }) => `${flowId} ${state} ${grantId}`);
    const expected = [...merchant.flows].map(
      ([id, { state, payment }]) => `${id} ${state} ${payment?.grant}`,
    );
    assert.deepEqual(stored.toSorted(), expected.toSorted());
  }
  const { merchants, waiting, dead } = await records.health();
  // A hook may still resolve after the kit has given up its event.
  assert.equal(dead, [...simulation.dead].filter((id) => !simulation.acknowledged.has(id)).length);
  assert.equal(waiting, 0);
  for (const { merchant, unmatched, unreadable } of merchants) {
    const { flows, unreadable: expected } = model.merchant(merchant.merchantId);
    const isUnmatched = ({ state }: { readonly state: string }): boolean => state.startsWith('unmatched');
    assert.equal(unmatched, [...flows.values()].filter(isUnmatched).length, 'unmatched');
    assert.equal(unreadable, expected.size, 'unreadable');
  }
}

/** Checks that the API receives one request a second for each merchant, and few while it fails. */
function checkPace({ simulation: { bank, clock } }: Runner): void {
  for (const requests of grouped(bank.requests))
    for (const [index, { at }] of requests.entries()) {
      const last = requests[index - 1]?.at ?? -Infinity;
      // Requests that were due while all processes were suspended begin at once.
      const hasLeapt = clock.leaps.some((time) => time <= at && at < time + 20 * SECOND);
      assert.ok(hasLeapt || at - last >= SECOND, `requests for flows ${at - last} ms apart`);
      const minute = requests.slice(index).filter((each) => each.at < at + MINUTE);
      const isDown = minute.every(({ isFailed }) => isFailed);
      assert.ok(!isDown || minute.length <= 10, `${minute.length} requests to a dead API in a minute`);
    }
}

function grouped(requests: readonly FlowRequest[]): readonly FlowRequest[][] {
  const groups = new Map<string, FlowRequest[]>();
  for (const request of requests) {
    const group = groups.get(request.merchant);
    if (group) group.push(request);
    else groups.set(request.merchant, [request]);
  }
  return [...groups.values()];
}
