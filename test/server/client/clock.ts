import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

/** Time that goes on only as it is told: no test waits for a delay. */
export interface Clock {
  /** Lets everything under way come to where it waits, and then so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>;
  /** What is drawn from now on in place of chance, from 0 on and below 1. */
  draw(chance: number): void;
}

/** Stops time for the client's timers. `startClock` lets it go on. */
export function stopClock(chance = 0.5): Clock {
  let drawn = chance;
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(Math, 'random', () => drawn);
  return {
    pass: async (milliseconds) => {
      await settle();
      mock.timers.tick(milliseconds);
      await settle();
    },
    draw: (chance) => void (drawn = chance),
  };
}

export function startClock(): void {
  mock.timers.reset();
  mock.restoreAll();
}

/** More turns than any answer here takes to be read. */
async function settle(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await turn();
}

/** Timers that would keep the process alive. */
export function timersLeft(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}
