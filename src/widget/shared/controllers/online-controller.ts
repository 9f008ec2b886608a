import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Calls back when the browser has a network again. */
export class OnlineController implements ReactiveController {
  readonly #onOnline: () => void;

  constructor(host: ReactiveControllerHost, onOnline: () => void) {
    this.#onOnline = onOnline;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('online', this.#onOnline);
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#onOnline);
  }
}
