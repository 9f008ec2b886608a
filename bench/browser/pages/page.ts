import { ROOT } from '../../../test/root.js';

/** Where the imports of a peer's page resolve from. */
export const PEERS = `${ROOT}bench/peers`;

/** A figure of each page, by its name. */
export type Figures<Value> = Readonly<Record<string, Value>>;

/** A page to measure. `box` and `complete` are source code that is evaluated in the page. */
export interface Page {
  /** The software that shows the payment, as named in the tables. */
  readonly name: string;
  readonly path: string;
  /** Markup of the head and the body. */
  readonly head?: string;
  readonly body?: string;
  /** A module that is built for production, and where its imports resolve from. */
  readonly module?: string;
  readonly root?: string;
  /** True once the first part of the payment is in the page. */
  readonly box: string;
  /** True once all values, and the QR code if the page draws one, are in the page. */
  readonly complete: string;
  /** Files that the page requests besides the built ones, by path. */
  readonly files?: Readonly<Record<string, File>>;
}

/** A response of the server, before compression. */
export interface File {
  readonly type: string;
  readonly content: string | Uint8Array;
}

export function json(value: object): File {
  return { type: 'application/json', content: JSON.stringify(value) };
}

/** The place where a page without our element shows the payment. */
export const PLACE = '<div id="pay"></div>';
