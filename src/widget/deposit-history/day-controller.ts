import type { ReactiveControllerHost } from 'lit';
import { Controller } from '../shared/controllers/controller.js';

/** Renders again when the day ends: "Today" becomes "Yesterday". */
export class DayController extends Controller {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    super();
    this.#host = host;
  }

  override hostConnected(): void {
    // Timers stop while the device sleeps.
    document.addEventListener('visibilitychange', this.#onDay);
    this.#wait();
  }

  override hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onDay);
    clearTimeout(this.#timer);
  }

  readonly #onDay = (): void => {
    this.#host.requestUpdate();
    this.#wait();
  };

  #wait(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    this.#timer = setTimeout(this.#onDay, new Date(now).setHours(24, 0, 0, 0) - now);
  }
}
