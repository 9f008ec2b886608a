/** Moves the page's clocks forward by some milliseconds while a function runs. */
export async function later(milliseconds: number, run: () => Promise<void>): Promise<void> {
  const { now } = Date;
  const time = performance.now;
  Date.now = () => now() + milliseconds;
  performance.now = () => time.call(performance) + milliseconds;
  try {
    await run();
  } finally {
    Date.now = now;
    Reflect.deleteProperty(performance, 'now');
  }
}

/**
 * Runs a function that can end the timers of a length that were set meanwhile; none of them may have been
 * cleared.
 */
export async function withTimers(length: number, run: (end: () => void) => Promise<void>): Promise<void> {
  const native = window.setTimeout.bind(window);
  const held = new Map<number, () => void>();
  const hold = (handler: () => void, milliseconds?: number): number => {
    const id = native(handler, milliseconds);
    if (milliseconds === length) held.set(id, handler);
    return id;
  };
  Object.assign(window, { setTimeout: hold });
  try {
    await run(() => {
      for (const [id, handler] of held) {
        clearTimeout(id);
        handler();
      }
      held.clear();
    });
  } finally {
    window.setTimeout = native as typeof setTimeout;
  }
}
