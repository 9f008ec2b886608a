import { expect } from '@open-wc/testing/pure';
import { ArrivalPoller } from '../../src/widget/shared/controllers/arrival-poller.js';
import { engine } from '../browsers/commands.js';

/** A poller that polls without delay, on a host that is connected or not. */
function pollerOn(isConnected: boolean): ArrivalPoller {
  const host = {
    isConnected,
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => undefined,
    updateComplete: Promise.resolve(true),
  };
  return new ArrivalPoller(host, { first: 0, later: 0, slowAfter: 1000, stopAfter: 1000 });
}

/** Timers with the same delay fire in the order in which they were set. */
function timerFired(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

describe(`polling for the deposit in ${engine}`, () => {
  it('does not start on an element that is not connected', async () => {
    let requests = 0;
    pollerOn(false).start(
      () => {
        requests++;
        return Promise.resolve('again');
      },
      () => undefined,
    );
    await timerFired();
    expect(requests).to.equal(0);
  });

  it('pauses on pause(), and continues on resume()', async () => {
    let requests = 0;
    const statuses: string[] = [];
    const poller = pollerOn(true);
    poller.start(
      () => Promise.resolve(++requests === 1 ? 'pause' : 'stop'),
      (status) => void statuses.push(status),
    );
    for (let timers = 0; timers < 3; timers++) await timerFired();
    expect(requests).to.equal(1);
    expect(statuses).to.deep.equal(['paused']);
    poller.resume();
    await timerFired();
    expect(requests).to.equal(2);
    expect(statuses).to.deep.equal(['paused', 'watching']);
  });

  it('stops while the page is hidden, and polls at once when it is visible again', async () => {
    const show = (state: DocumentVisibilityState): void => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    let requests = 0;
    const poller = pollerOn(true);
    poller.hostConnected();
    const start = (): void =>
      poller.start(
        () => Promise.resolve(++requests > 0 ? 'again' : 'stop'),
        () => undefined,
      );
    try {
      start();
      show('hidden');
      for (let timers = 0; timers < 3; timers++) await timerFired();
      expect(requests, 'hidden while it polls').to.equal(0);
      start();
      for (let timers = 0; timers < 3; timers++) await timerFired();
      expect(requests, 'started while it is hidden').to.equal(0);
      show('visible');
      expect(requests, 'seen again').to.equal(1);
    } finally {
      poller.stop();
      poller.hostDisconnected();
      Reflect.deleteProperty(document, 'visibilityState');
    }
  });
});
