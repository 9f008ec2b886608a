import { html, isServer, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Picture } from '../../../core/reader/picture.js';
import { record } from '../../../core/record.js';
import { pngFile } from '../qr-image.js';

/** A picture from the response, or the URL of one. */
export type PictureSource = Picture | string;

/** The current picture. */
export interface PictureState {
  /**
   * The element that shows the picture. Blank until it is drawn, and on a server, which reserves its space;
   * absent if there is no picture or it failed.
   */
  readonly element?: HTMLCanvasElement | HTMLImageElement | TemplateResult;
  readonly isDrawn?: boolean;
  /** Whether it came in the response: a picture from another host cannot be read. */
  readonly canSave?: boolean;
  readonly failed?: boolean;
}

/**
 * Shows one picture at a time: picture data on a canvas, which needs no `img-src` of the page, and a URL in
 * an `<img>`.
 */
export class PictureController {
  readonly #host: ReactiveControllerHost;
  #source: PictureSource | undefined;
  #state: PictureState = record({});
  #result: Promise<boolean> = Promise.resolve(true);

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get state(): PictureState {
    return this.#state;
  }

  /** Shows `source`, or nothing if it is undefined. Resolves to false if it is not a picture. */
  show(source: PictureSource | undefined): Promise<boolean> {
    if (source !== this.#source) {
      this.#source = source;
      this.#state = record({});
      this.#result = Promise.resolve(true);
      if (isServer && source !== undefined)
        this.#state = record({ element: html`<canvas></canvas>`, canSave: typeof source !== 'string' });
      else if (source !== undefined) this.#result = this.#start(source);
    }
    return this.#result;
  }

  /**
   * The picture as a PNG file; undefined if there is none, or if it is from another host and cannot be read.
   */
  async file(name: string): Promise<File | undefined> {
    const { element, isDrawn } = this.#state;
    return isDrawn && element instanceof HTMLCanvasElement ? pngFile(element, name) : undefined;
  }

  async #start(source: PictureSource): Promise<boolean> {
    const [element, drawing] = typeof source === 'string' ? load(source) : draw(source);
    const canSave = typeof source !== 'string';
    this.#state = record({ element, canSave });
    const isDrawn = await drawing.then(
      () => true,
      () => false,
    );
    if (source !== this.#source) return true;
    this.#state = record<PictureState>(isDrawn ? { element, canSave, isDrawn } : { failed: true });
    this.#host.requestUpdate();
    return isDrawn;
  }
}

/** An element and a promise that it is drawn, which rejects if the source is not a picture. */
type Pending = readonly [HTMLCanvasElement | HTMLImageElement, Promise<void>];

function load(url: string): Pending {
  const image = new Image();
  // Its box has the accessible name.
  image.alt = '';
  image.referrerPolicy = 'no-referrer';
  image.src = url;
  return [image, image.decode()];
}

function draw(picture: Picture): Pending {
  const canvas = document.createElement('canvas');
  return [canvas, drawOn(canvas, picture)];
}

async function drawOn(canvas: HTMLCanvasElement, { base64, type }: Picture): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], record({ type })));
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
  bitmap.close();
}
