import type { AmountError } from 'deposit-slip/core';
import type { AccountKind } from '../../issuing/index.js';
import type { UnmatchedReason } from '../../ledger/reconcile.js';
import type { InputReason } from '../payment.js';
import type { Preset } from '../preset-names.js';

/** A variation that a payer can try instead of a plain payment. */
export type Trial = Exclude<Preset, 'pay'>;

/** Sums of the page's currency, formatted. */
export interface Sums {
  readonly fiat: string;
  /** An amount as it can be typed. */
  readonly example: string;
  /** The amount by which `part` sends less, and `more` sends more. */
  readonly difference: string;
  /** The smallest amount that `part` accepts. */
  readonly least: string;
}

/** Seconds after which the delayed deposits of the trials arrive, or go back. */
export interface Delays {
  readonly twice: number;
  readonly late: number;
  readonly return: number;
}

/** Every text of the simulator's pages. A language is one complete table of them. */
export interface Texts {
  readonly bank: string;
  readonly simulator: string;
  readonly notice: string;
  /** The payer's own account, at the bank of one country. */
  readonly own: (fiat: string) => string;
  readonly languages: string;
  readonly backTo: (place: string) => string;
  readonly notFound: string;
  readonly start: {
    readonly title: string;
    readonly code: string;
    readonly codeLabel: string;
    /** The same at the bank of one country. */
    readonly codes: { readonly pix: string; readonly qr: string };
    readonly account: string;
    /** Unfolds the fields that only some accounts need. */
    readonly more: string;
    readonly routing: string;
    readonly submit: string;
    readonly qrTitle: string;
    readonly qrImage: string;
  };
  readonly pay: {
    /** A rail without a name. */
    readonly transfer: string;
    readonly transferBy: (rail: string) => string;
    /** A wire transfer in US dollars. */
    readonly wire: string;
    readonly title: (merchant: string) => string;
    /** As in the middle of a sentence. */
    readonly accounts: Readonly<Record<AccountKind, string>>;
    /** The field for the account's holder, where the payer types the name. */
    readonly beneficiary: string;
    readonly noBeneficiary: string;
    readonly noRouting: string;
    /** The message of a bank that compares the typed name with the account's holder. */
    readonly nameMatches: (holder: string) => string;
    readonly nameDiffers: string;
    /** The label of a CLABE's bank. `testBank` is the name of the sandbox's bank. */
    readonly toBank: string;
    readonly testBank: string;
    readonly reference: string;
    readonly amount: (fiat: string) => string;
    readonly hint: string;
    /** The hint of a bank that does not know the account's holder. */
    readonly hintUnnamed: string;
    readonly submit: string;
    /** Says how the phone got the details. */
    readonly source: { readonly copied: string; readonly scanned: string };
    /** The button of a phone that shows what else can be tried. */
    readonly test: string;
    readonly orTry: string;
    readonly trials: Readonly<Record<Trial, string>>;
    /** The effect of each trial. `lateness`: a time that is longer than payments by this method take. */
    readonly effects: Readonly<Record<Trial, (sums: Sums, delays: Delays, lateness: string) => string>>;
  };
  readonly outcome: {
    readonly paid: string;
    readonly late: string;
    readonly refused: string;
    readonly to: (merchant: string) => string;
    /** The heading of a payment whose payee the bank knows. It does not know whether the money arrived. */
    readonly sent: (payee: string) => string;
    readonly unmatched: Readonly<Record<UnmatchedReason, string>>;
    readonly part: string;
    readonly more: string;
    readonly twice: (delays: Delays) => string;
    readonly return: (delays: Delays) => string;
    /** `return`, after the deposit was sent back. */
    readonly returned: string;
    readonly lateText: (delays: Delays, lateness: string) => string;
    readonly refusedText: string;
    readonly method: string;
    readonly account: string;
    readonly deposit: string;
    readonly again: string;
    readonly somethingElse: string;
  };
  readonly agreement: {
    readonly title: string;
    readonly heading: (fiat: string) => string;
    readonly request: (merchant: string, fiat: string) => string;
    readonly alsoUsd: string;
    readonly accept: string;
    readonly reject: string;
    /** The label of the field for the reason of a rejection. */
    readonly reason: string;
    readonly optional: string;
    readonly because: (reason: string) => string;
    readonly accepted: string;
    readonly rejected: string;
  };
  readonly inputErrors: Readonly<Record<InputReason, string>>;
  readonly amountErrors: Readonly<Record<AmountError, (sums: Sums) => string>>;
}
