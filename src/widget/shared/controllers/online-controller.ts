import type { ReactiveController } from 'lit';

/** Calls back when the browser has a network again. */
export class OnlineController implements ReactiveController {
  readonly #onOnline: () => void;

  constructor(onOnline: () => void) {
    this.#onOnline = onOnline;
  }

  hostConnected(): void {
    addEventListener('online', this.#onOnline);
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#onOnline);
  }
}
