import { LitElement } from 'lit';
import type { PartialMessages } from '../shared/i18n/types.js';

/** Milliseconds for a whole request, unless the page sets another limit. */
export const TIMEOUT = 10_000;

/** The attributes and properties of `<deposit-slip>`. */
export class SlipProperties extends LitElement {
  static override properties = {
    endpoint: {},
    paymentId: { attribute: 'payment-id' },
    fiat: {},
    amount: {},
    minAmount: { attribute: 'min-amount' },
    maxAmount: { attribute: 'max-amount' },
    session: {},
    merchantName: { attribute: 'merchant-name' },
    beneficiaryName: { attribute: 'beneficiary-name' },
    seen: {},
    contact: {},
    allowedHosts: { attribute: 'allowed-hosts' },
    theme: { reflect: true },
    strict: { type: Boolean },
    watch: { type: Boolean },
    trustKey: { attribute: 'trust-key' },
    timeout: { type: Number },
    answer: { attribute: false },
    getSession: { attribute: false },
    messages: { attribute: false },
  };

  /** The merchant's deposit endpoint. */
  endpoint?: string;
  /** One payment id, or several separated by spaces for the payer to choose from. */
  paymentId?: string;
  /** ISO 4217 code, for a method with more than one currency. */
  fiat?: string;
  /** A preset amount, as a plain decimal string. */
  amount?: string;
  /** The smallest amount the payer may enter, as a plain decimal string. */
  minAmount?: string;
  /** The largest amount the payer may enter, as a plain decimal string. */
  maxAmount?: string;
  /** Sent as `Authorization: Bearer`. Setting it after the problem `unauthorized` repeats the request. */
  session?: string;
  /** The merchant's name, used in texts. */
  merchantName?: string;
  /** The account holder, shown if the answer names none but bank apps ask for one. */
  beneficiaryName?: string;
  /** `slip.fingerprint` of an earlier visit. If the account differs, the slip begins with a notice. */
  seen?: string;
  /** Where a payer can ask the merchant: an https, mailto or tel URL. */
  contact?: string;
  /** Hosts that links may lead to, separated by spaces. Absent: any https host. */
  allowedHosts?: string;
  /** `auto`, `light` or `dark`. */
  theme?: 'auto' | 'light' | 'dark';
  /** An essential value that fails its check ends in the problem `unverified`. */
  strict = false;
  /** Polls whether the deposit arrived, if the answer allows it. */
  watch = false;
  /** Ed25519 public key, 43 characters of base64url. An answer without a valid signature ends in the problem `unsafe`. */
  trustKey?: string;
  /** Milliseconds for a whole request, body included. */
  timeout = TIMEOUT;
  /** An answer to show instead of requesting one: the whole envelope or only its `data`. */
  answer?: object;
  /** Called for a session before a request, and once more after a 401. */
  getSession?: () => Promise<string>;
  /** Overrides any text. */
  messages?: PartialMessages;
}
