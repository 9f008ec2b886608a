import type { Deferred } from './app-context.js';

/** Timers that do not keep the process alive and are all canceled by `stop`. */
export function createTimers(): { readonly later: Deferred; stop(): void } {
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
