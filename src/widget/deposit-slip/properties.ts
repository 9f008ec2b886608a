import { LitElement } from 'lit';
import type { PartialMessages } from '../shared/i18n/types.js';

/** Milliseconds for a whole request, unless the page sets another limit. */
export const TIMEOUT = 10_000;

/**
 * Everything a page can set on `<deposit-slip>`: its attributes, its properties and the custom properties of its style sheets; and
 * the states that a style sheet of the page can select.
 *
 * @cssproperty --deposit-surface - Background of the slip; pairs with `text`.
 * @cssproperty --deposit-text - Text color; pairs with `surface`.
 * @cssproperty --deposit-muted - Labels and secondary text, on `surface` and on `sunken`.
 * @cssproperty --deposit-line - Hairlines, the outer edge and the skeleton.
 * @cssproperty --deposit-edge - Borders of fields and secondary buttons; needs a contrast of 3:1.
 * @cssproperty --deposit-sunken - Background of the panel of the main value; `text`, `muted` and `link` stand on it too.
 * @cssproperty --deposit-accent - Background of primary buttons; pairs with `on-accent`.
 * @cssproperty --deposit-on-accent - Text on `accent`.
 * @cssproperty --deposit-link - Links, quiet buttons and icons, on `surface` and on `sunken`.
 * @cssproperty --deposit-focus - The outline of what has the focus; needs a contrast of 3:1.
 * @cssproperty --deposit-ok - The tick, and the heading of a deposit that arrived; pairs with `ok-background`.
 * @cssproperty --deposit-ok-background - Background of `ok`.
 * @cssproperty --deposit-warn - Text and icons of warnings; pairs with `warn-background`.
 * @cssproperty --deposit-warn-background - Background of warnings.
 * @cssproperty --deposit-danger - Text and icons of problems; pairs with `danger-background`.
 * @cssproperty --deposit-danger-background - Background of the icon of a problem.
 * @cssproperty --deposit-font-size - The size that all text is relative to; by default 16px, or the size the reader chose if that is larger.
 * @cssproperty --deposit-font-family - Font family of all text; by default the page's own.
 * @cssproperty --deposit-font-mono - Font family of identifiers; use one with tabular figures and a distinct zero.
 * @cssproperty --deposit-font-weight-strong - Weight of headings, amounts and primary buttons.
 * @cssproperty --deposit-radius - Radius of the slip's corners.
 * @cssproperty --deposit-control-radius - Radius of buttons, fields and panels.
 * @cssproperty --deposit-control-height - Minimum height of primary buttons.
 * @cssproperty --deposit-space - Padding of the slip.
 * @cssproperty --deposit-max-width - Maximum width of the slip.
 * @cssproperty --deposit-shadow - Shadow of the slip; by default none in dark.
 * @cssproperty --deposit-glyph - `none` hides the drawings of the rails; by default `grid`.
 * @cssproperty --deposit-qr-size - Side length of the QR code, quiet zone included.
 * @cssstate idle - Nothing is requested yet.
 * @cssstate choosing - The payer chooses a method.
 * @cssstate asking - The payer enters an amount.
 * @cssstate loading - The slip is requested.
 * @cssstate ready - The slip is shown.
 * @cssstate problem - The slip could not be shown.
 * @cssstate arrived - The deposit arrived.
 * @cssstate watching - The element polls for the arrival.
 * @cssstate paused - Polling paused until the payer resumes it.
 * @cssstate test - An answer was marked as test.
 */
export class SlipProperties extends LitElement {
  static override properties = {
    endpoint: {},
    paymentId: { attribute: 'payment-id' },
    fiat: {},
    amount: {},
    minAmount: { attribute: 'min-amount' },
    maxAmount: { attribute: 'max-amount' },
    session: {},
    visit: {},
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
  /** Ties the page to the grant of its visit (`createVisitId` of the kit): sent with every request, and signed with the answer. */
  visit?: string;
  /** The merchant's name, used in texts. */
  merchantName?: string;
  /** The account holder, shown if the answer names none but bank apps ask for one. */
  beneficiaryName?: string;
  /** `slip.fingerprint` of an earlier visit. If the account differs, the slip begins with a notice. */
  seen?: string;
  /** Where a payer can ask the merchant: an https, mailto or tel URL. */
  contact?: string;
  /**
   * Hosts that links may lead to and pictures of QR codes may come from, separated by spaces. Absent: links to any https host, and
   * no pictures.
   */
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
