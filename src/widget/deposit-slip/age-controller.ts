import type { ReactiveControllerHost } from 'lit';
import { DAY } from '../../core/time.js';
import { Controller } from '../shared/controllers/controller.js';

type Host = ReactiveControllerHost & { readonly isConnected: boolean };

/** Detects that a slip has been open for a day: its amount may have changed. */
export class AgeController extends Controller {
  readonly #host: Host;
  readonly #since: () => number | undefined;
  readonly #onOld: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `since`: when the shown slip was made, in milliseconds since the epoch; undefined if none is shown or it
   * cannot be reloaded.
   */
  constructor(host: Host, since: () => number | undefined, onOld: () => void) {
    super();
    this.#host = host;
    this.#since = since;
    this.#onOld = onOld;
    host.addController(this);
  }

  override hostConnected(): void {
    // Timers stop while the device sleeps.
    document.addEventListener('visibilitychange', this.check);
    this.check();
  }

  override hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.check);
    clearTimeout(this.#timer);
  }

  check = (): void => {
    clearTimeout(this.#timer);
    const since = this.#since();
    if (since === undefined || !this.#host.isConnected) return;
    const left = since + DAY - Date.now();
    if (left > 0) this.#timer = setTimeout(this.check, left);
    else this.#onOld();
  };
}
