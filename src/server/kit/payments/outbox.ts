import { DAY, MINUTE, SECOND } from '../../../core/time.js';
import type { Reporting } from '../hooks.js';
import type { EventRow } from '../store/rows.js';
import type { Records } from '../store/store.js';
import { DeadlineError, within } from '../timeout.js';

/** How long a hook may take, in milliseconds. After that, another copy of the kit may call it. */
const HOOK_TIMEOUT = 30 * SECOND;
/** Maximum number of concurrent hook calls. */
const MAX_CALLS = 20;
/** Milliseconds before a failed hook is called again: the pause doubles each time. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [SECOND, 10 * MINUTE];
/**
 * After this time, a hook that keeps failing is no longer called: `kit.health()` counts its event as dead.
 */
const LIFETIME = 14 * DAY;

/** Calls the merchant's hooks with the stored events, at least once each, until they resolve. */
export class Outbox {
  readonly #settings: Reporting;
  readonly #records: Records;
  readonly #calls = new Set<Promise<void>>();

  constructor(settings: Reporting, records: Records) {
    this.#settings = settings;
    this.#records = records;
  }

  /** Starts the calls that are due. Rejects with a `StoreError` if the store fails. */
  async start(): Promise<void> {
    const room = MAX_CALLS - this.#calls.size;
    const events = room > 0 ? await this.#records.claimEvents(room, HOOK_TIMEOUT) : [];
    for (const event of events) {
      const call = this.#deliver(event).finally(() => this.#calls.delete(call));
      this.#calls.add(call);
    }
  }

  /** Starts the calls that are due and those that follow them. Resolves once none is left. */
  deliver = async (): Promise<void> => {
    await this.start();
    await this.idle();
  };

  /** Resolves once this copy has no pending calls. */
  async idle(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  /** Delivers an event, then starts the calls that follow it. */
  async #deliver(event: EventRow): Promise<void> {
    try {
      if (await this.#call(event)) {
        await this.#records.deleteEvent(event.id);
        await this.start();
      } else await this.#postpone(event);
    } catch {
      // The event stays in the store and will be delivered again.
      this.#settings.logger.error('Could not record that a hook was called');
    }
  }

  /** Whether the hook resolved in time. If it resolves later, the event is deleted then. */
  async #call({ id, name, payload }: EventRow): Promise<boolean> {
    const { hooks, logger } = this.#settings;
    const hook = hooks[name] as ((event: unknown) => unknown) | undefined;
    if (!hook && name === 'unmatched') logger.warn('A deposit belongs to no payment: see kit.health()');
    if (!hook) return true;
    const call = (async () => hook(Object.freeze({ id, ...payload })))();
    try {
      await within(HOOK_TIMEOUT, call);
      return true;
    } catch (error) {
      logger.error('A hook of the deposit kit failed and will be called again', { hook: name });
      const isLate = error instanceof DeadlineError;
      if (isLate) call.then(() => this.#records.deleteEvent(id)).catch(() => undefined);
      return false;
    }
  }

  async #postpone({ id, attempts, createTime }: EventRow): Promise<void> {
    const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(attempts, 20), LONGEST_PAUSE);
    await this.#records.postponeEvent(id, pause, Date.now() - createTime >= LIFETIME);
  }
}
