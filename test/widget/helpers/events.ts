import type { DepositHistoryEventMap } from '../../../src/widget/deposit-history/events.js';
import type { DepositSlipEventMap } from '../../../src/widget/deposit-slip/events.js';
import { liveRegion } from './queries.js';

/** Every event that our elements dispatch. */
type EventMap = DepositSlipEventMap & DepositHistoryEventMap;

/** The next event of a type. Call it before the action that dispatches the event. */
export function nextEvent<Name extends keyof EventMap>(
  target: EventTarget,
  name: Name,
): Promise<EventMap[Name]> {
  return new Promise((resolve) => {
    target.addEventListener(name, (event) => resolve(event as EventMap[Name]), { once: true });
  });
}

/** A list that grows with every event of a type that reaches the target from now on. */
export function collect<Name extends keyof EventMap>(target: EventTarget, name: Name): EventMap[Name][] {
  const events: EventMap[Name][] = [];
  target.addEventListener(name, (event) => events.push(event as EventMap[Name]));
  return events;
}

/** A list that grows with every text the live region announces from now on. */
export function announcements(element: HTMLElement): string[] {
  const texts: string[] = [];
  const region = liveRegion(element);
  const observer = new MutationObserver(() => {
    if (region.textContent !== '') texts.push(region.textContent);
  });
  observer.observe(region, { subtree: true, characterData: true, childList: true });
  return texts;
}

/**
 * The first argument of each call of `console.warn` while a function runs. The function gets the growing
 * list.
 */
export async function consoleWarnings(run: (warnings: readonly unknown[]) => unknown): Promise<unknown[]> {
  const { warn } = console;
  const warnings: unknown[] = [];
  console.warn = (...args: unknown[]) => void warnings.push(args[0]);
  try {
    await run(warnings);
  } finally {
    console.warn = warn;
  }
  return warnings;
}
