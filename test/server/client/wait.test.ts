import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { wait } from '../../../src/server/client/wait.js';
import { timersLeft } from './clock.js';

describe('a wait', () => {
  it('ends when the signal aborts, and leaves no timer and no listener', async () => {
    const controller = new AbortController();
    const before = timersLeft();
    const waited = wait(60_000, controller.signal);
    assert.equal(timersLeft(), before + 1);
    controller.abort();
    await waited;
    assert.equal(timersLeft(), before);
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });

  it('leaves no listener when its time is over', async () => {
    const { signal } = new AbortController();
    const waited = wait(1, signal);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    await waited;
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('is none for a signal that was aborted before', async () => {
    const before = timersLeft();
    await wait(60_000, AbortSignal.abort());
    assert.equal(timersLeft(), before);
  });
});
