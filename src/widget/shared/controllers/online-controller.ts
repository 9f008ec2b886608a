import { Controller } from './controller.js';

/** Calls back when the browser has a network again. */
export class OnlineController extends Controller {
  readonly #onOnline: () => void;

  constructor(onOnline: () => void) {
    super();
    this.#onOnline = onOnline;
  }

  override hostConnected(): void {
    addEventListener('online', this.#onOnline);
  }

  override hostDisconnected(): void {
    removeEventListener('online', this.#onOnline);
  }
}
