const { Date: SystemDate } = globalThis;
let ahead = 0;

/**
 * Moves the clock of this process forward: that of the demo, the kit, its database and the sandbox. Timers
 * run as before.
 */
export function passTime(milliseconds: number): void {
  ahead += milliseconds;
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, given: [] | [number]) =>
      new target(...(given.length === 0 ? ([now()] as const) : given)),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

function now(): number {
  return SystemDate.now() + ahead;
}
