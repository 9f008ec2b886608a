import { html, isServer, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { paintQr } from '../qr-image.js';
import { drawQr, drawQrNow, QUIET_ZONE, type QrDrawing } from '../qr.js';

/** Pixels per module of the canvas. Its style sheet enlarges it without blurring. */
export const MODULE = 2;

/** The QR code on show. */
export interface QrState {
  /** Unfolded. */
  readonly open: boolean;
  /** Absent until the code is drawn. */
  readonly drawing?: QrDrawing;
  /**
   * The same code where no style sheet reaches, since those of dark modes change the colors of a drawing.
   * Blank on a server.
   */
  readonly canvas?: HTMLCanvasElement | TemplateResult | undefined;
  readonly failed?: boolean;
}

/** Draws the QR code of one payload at a time. */
export class QrController {
  readonly #host: ReactiveControllerHost;
  #payload: string | undefined;
  #state: QrState = { open: false };
  #result: Promise<boolean> = Promise.resolve(true);

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get state(): QrState {
    return this.#state;
  }

  toggle(): void {
    this.#set({ ...this.#state, open: !this.#state.open });
  }

  /**
   * Draws `payload`, or nothing if it is undefined; within the current update if the encoder is loaded.
   * Resolves to false if it cannot be drawn.
   */
  draw(payload: string | undefined): Promise<boolean> {
    if (payload !== this.#payload) {
      this.#payload = payload;
      const drawing = payload === undefined ? undefined : drawQrNow(payload);
      this.#state = { open: this.#state.open, ...(drawing && drawn(drawing)) };
      this.#result = payload === undefined || drawing ? Promise.resolve(true) : this.#start(payload);
    }
    return this.#result;
  }

  async #start(payload: string): Promise<boolean> {
    const drawing = await drawQr(payload).catch(() => undefined);
    if (payload !== this.#payload) return true;
    this.#set({ open: this.#state.open, ...(drawing ? drawn(drawing) : { failed: true }) });
    return drawing !== undefined;
  }

  #set(state: QrState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

function drawn(drawing: QrDrawing): Pick<QrState, 'drawing' | 'canvas'> {
  const side = MODULE * (drawing.size + 2 * QUIET_ZONE);
  const blank = html`<canvas width=${side} height=${side} aria-hidden="true"></canvas>`;
  return { drawing, canvas: isServer ? blank : paintQr(drawing, MODULE) };
}
