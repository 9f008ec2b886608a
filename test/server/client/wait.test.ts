import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { wait } from '../../../src/server/client/wait.js';

/** The number of timers that keep the process alive. */
const pendingTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('a wait', () => {
  it('ends when the signal aborts, and leaves no timer and no listener', async () => {
    const controller = new AbortController();
    const timers = pendingTimers();
    const waiting = wait(60_000, controller.signal);
    assert.equal(pendingTimers(), timers + 1);
    controller.abort();
    await waiting;
    assert.equal(pendingTimers(), timers);
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });

  it('leaves no listener when its time is over', async () => {
    const { signal } = new AbortController();
    const waiting = wait(1, signal);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    await waiting;
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('ends at once for an aborted signal', async () => {
    const timers = pendingTimers();
    await wait(60_000, AbortSignal.abort());
    assert.equal(pendingTimers(), timers);
  });
});
