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

/**
 * Runs a task every `milliseconds`, without keeping the process alive. `stop` waits for a run that has begun.
 * A run that fails is not reported: the next one may succeed.
 */
export function repeat(task: () => Promise<void>, milliseconds: number): { stop(): Promise<void> } {
  let isRunning = true;
  let timer: NodeJS.Timeout;
  let current = Promise.resolve();
  const wait = (): void => {
    if (isRunning)
      timer = setTimeout(
        () =>
          (current = task()
            .catch(() => undefined)
            .then(wait)),
        milliseconds,
      ).unref();
  };
  wait();
  return {
    stop: () => {
      isRunning = false;
      clearTimeout(timer);
      return current;
    },
  };
}
