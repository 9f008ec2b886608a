import type { ReactiveControllerHost } from 'lit';
import { drawQr, type QrDrawing } from '../qr.js';

/** The QR on show: folded or not, drawn or not yet. */
export interface QrState {
  readonly open: boolean;
  readonly drawing?: QrDrawing;
  readonly failed?: boolean;
}

/** Draws the code of the slip on show, and no other. */
export class QrController {
  readonly #host: ReactiveControllerHost;
  #payload: string | undefined;
  #state: QrState = { open: false };
  #done: Promise<boolean> = Promise.resolve(true);

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get state(): QrState {
    return this.#state;
  }

  toggle(): void {
    this.#set({ ...this.#state, open: !this.#state.open });
  }

  /** Draws `payload` (undefined: there is none). Resolves to false where it could not be drawn. */
  draw(payload: string | undefined): Promise<boolean> {
    if (payload !== this.#payload) {
      this.#payload = payload;
      this.#state = { open: this.#state.open };
      this.#done = payload === undefined ? Promise.resolve(true) : this.#start(payload);
    }
    return this.#done;
  }

  async #start(payload: string): Promise<boolean> {
    const drawing = await drawQr(payload).catch(() => undefined);
    if (payload !== this.#payload) return true;
    this.#set({ open: this.#state.open, ...(drawing ? { drawing } : { failed: true }) });
    return drawing !== undefined;
  }

  #set(state: QrState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
