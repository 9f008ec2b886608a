import type { Later } from './world.js';

/** Timers that keep no process alive and end together. */
export function createTimers(): { readonly later: Later; stop(): void } {
  const running = new Set<NodeJS.Timeout>();
  return {
    later: (milliseconds, run) => {
      const timer = setTimeout(() => {
        running.delete(timer);
        run();
      }, milliseconds);
      timer.unref();
      running.add(timer);
    },
    stop: () => {
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
