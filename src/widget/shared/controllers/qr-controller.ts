import type { ReactiveControllerHost } from 'lit';
import { record } from '../../../core/record.js';
import { paintQr } from '../qr-image.js';
import { drawQr, drawQrNow, type QrDrawing } from '../qr.js';
import { Controller } from './controller.js';
import { OnlineController } from './online-controller.js';

type Host = ReactiveControllerHost & Element;

/** Pixels per module of the canvas. Its style sheet enlarges it without blurring. */
export const MODULE = 2;

/** The QR code on show. */
export interface QrState {
  /** Unfolded. */
  readonly open: boolean;
  /** Absent until the code is drawn. */
  readonly drawing?: QrDrawing;
  readonly failed?: boolean;
}

/**
 * Draws the QR code of one payload at a time, and paints it on the canvas that stands over its drawing: the
 * style sheets of dark modes change the colors of a drawing, but reach no canvas.
 */
export class QrController extends Controller {
  readonly #host: Host;
  #payload: string | undefined;
  #state: QrState = record({ open: false });
  #result: Promise<boolean> = Promise.resolve(true);
  #painted: QrDrawing | undefined;
  #canvas: HTMLCanvasElement | null | undefined;

  constructor(host: Host) {
    super();
    this.#host = host;
    host.addController(this);
    host.addController(new OnlineController(() => this.#again()));
  }

  override hostUpdated(): void {
    const { drawing } = this.#state;
    const canvas = this.#host.shadowRoot?.querySelector<HTMLCanvasElement>('.qr > svg + canvas');
    if (drawing === this.#painted && canvas === this.#canvas) return;
    this.#painted = drawing;
    this.#canvas = canvas;
    if (drawing && canvas) paintQr(canvas, drawing, MODULE);
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
      this.#state = record({ open: this.#state.open, drawing });
      this.#result = payload === undefined || drawing ? Promise.resolve(true) : this.#start(payload);
    }
    return this.#result;
  }

  /** Loads an encoder again that could not be loaded. */
  #again(): void {
    if (this.#state.failed && this.#payload !== undefined) this.#result = this.#start(this.#payload);
  }

  async #start(payload: string): Promise<boolean> {
    const drawing = await drawQr(payload).catch(() => undefined);
    if (payload !== this.#payload) return true;
    this.#set({ open: this.#state.open, ...(drawing ? { drawing } : { failed: true }) });
    return drawing !== undefined;
  }

  #set(state: QrState): void {
    this.#state = record(state);
    this.#host.requestUpdate();
  }
}
