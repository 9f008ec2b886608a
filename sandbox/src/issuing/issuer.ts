import type { Field, Method } from 'deposit-slip/core';
import type { SeededRandom } from './random.js';

/** The data from which an issuer makes a value. */
export interface IssuerInput {
  readonly method: Method;
  readonly merchant: { readonly id: bigint; readonly name: string };
  readonly random: SeededRandom;
  /** The deposit's id, if the method gives new details for each call. */
  readonly txId?: bigint;
  /** The requested amount as a decimal string, if the method uses one. */
  readonly amount?: string;
}

/**
 * How issued details can be found by a value: by the `txId` of the deposit, the `account` money is sent to,
 * the `reference` that goes with the money, or the id of a `link` to a page or of an `image`.
 */
export type ReferenceKind = 'txId' | 'account' | 'reference' | 'link' | 'image';

/** Makes the values of one kind. To add a kind, write its issuer and list it in issuing/index.ts. */
export interface Issuer {
  /** The form of the values, for the OpenAPI document. Undefined for links and for texts of any form. */
  readonly pattern: RegExp | undefined;
  /** Makes the value; for links, a path on this server. */
  make(input: IssuerInput, field: Field): string;
  /** Undefined if the value is shared by several merchants, so that no details can be found by it. */
  readonly reference?: ReferenceKind;
}
