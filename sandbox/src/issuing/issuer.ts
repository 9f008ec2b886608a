import type { Field, Method } from 'deposit-slip/core';
import type { Draw } from './draw.js';

/** What an issuer may know of the answer it is part of. */
export interface Issue {
  readonly method: Method;
  readonly merchant: { readonly id: bigint; readonly name: string };
  readonly draw: Draw;
  /** The funding, where the method gives a new one per call. */
  readonly txId?: bigint;
  /** The amount asked for, where the method heeds one: a decimal string. */
  readonly amount?: string;
}

/**
 * How a payment or a page finds the answer again by a value: an `account` money is sent to, a `reference` that goes
 * with it, the id of a `link` to a page, of an `image` it shows. `none`: the value is shared and finds nothing.
 */
export type Clue = 'txId' | 'account' | 'reference' | 'link' | 'image';

/** Makes the values of one kind. A new kind is one of these, in its own file and in issuing/index.ts. */
export interface Issuer {
  /** The value; for links a path on this server. */
  make(issue: Issue, field: Field): string;
  readonly clue?: Clue;
}
