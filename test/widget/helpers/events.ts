import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import type { DepositSlipEventMap } from '../../../src/widget/deposit-slip/events.js';
import { liveRegion } from './queries.js';

/** The next event of a type. Call it before the action that dispatches the event. */
export function nextEvent<Name extends keyof DepositSlipEventMap>(
  target: EventTarget,
  name: Name,
): Promise<DepositSlipEventMap[Name]> {
  return new Promise((resolve) => {
    target.addEventListener(name, (event) => resolve(event as DepositSlipEventMap[Name]), { once: true });
  });
}

/** A list that grows with every event of a type that reaches the target from now on. */
export function collect<Name extends keyof DepositSlipEventMap>(
  target: EventTarget,
  name: Name,
): DepositSlipEventMap[Name][] {
  const events: DepositSlipEventMap[Name][] = [];
  target.addEventListener(name, (event) => events.push(event as DepositSlipEventMap[Name]));
  return events;
}

/** A list that grows with every text the live region announces from now on. */
export function announcements(slip: DepositSlip): string[] {
  const texts: string[] = [];
  const region = liveRegion(slip);
  const observer = new MutationObserver(() => {
    if (region.textContent !== '') texts.push(region.textContent);
  });
  observer.observe(region, { subtree: true, characterData: true, childList: true });
  return texts;
}

/** The first arguments of the calls of `console.warn` while a function runs, which gets the growing list. */
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
