import { afterEach, beforeEach, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

/** Mocked time, so that no test waits for a delay. */
export interface Clock {
  /** Settles everything in flight, and then advances by a number of milliseconds. */
  advance(milliseconds: number): Promise<void>;
  /** Sets what `Math.random` returns from now on. */
  setRandom(value: number): void;
}

/** Mocks the client's timers and `Math.random` in every test of a file. */
export function useClock(): Clock {
  let random: number;
  beforeEach(() => {
    random = 0.5;
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(Math, 'random', () => random);
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });
  return {
    advance: async (milliseconds) => {
      await settle();
      mock.timers.tick(milliseconds);
      await settle();
    },
    setRandom: (value) => void (random = value),
  };
}

/** More turns of the event loop than it takes to read any response of these tests. */
async function settle(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await turn();
}

/** The number of timers that keep the process alive. */
export function pendingTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}
