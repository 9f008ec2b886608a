import type { PropertyDeclarations } from 'lit';
import type { AttributesOf, ListenersOf, PropertiesOf } from '../shared/attributes.js';
import { EndpointElement } from '../shared/endpoint-element.js';
import type { PartialMessages } from '../shared/i18n/types.js';
import type { DepositSlipEventMap } from './events.js';

/**
 * The attributes and properties that a page can set on `<deposit-slip>`, and the states that its style sheet
 * can select.
 *
 * @cssstate idle - Nothing is requested yet.
 * @cssstate choosing - The payer chooses a method.
 * @cssstate asking - The payer enters an amount.
 * @cssstate loading - The slip is requested.
 * @cssstate ready - The slip is shown.
 * @cssstate problem - The slip could not be shown.
 * @cssstate arrived - The deposit arrived.
 * @cssstate watching - The element polls for the arrival.
 * @cssstate paused - Polling paused until the payer resumes it.
 * @cssstate test - A response was marked as test.
 */
export class SlipProperties extends EndpointElement {
  static override properties: PropertyDeclarations = {
    paymentId: { attribute: 'payment-id' },
    fiat: {},
    amount: {},
    minAmount: { attribute: 'min-amount' },
    maxAmount: { attribute: 'max-amount' },
    beneficiaryName: { attribute: 'beneficiary-name' },
    orderReference: { attribute: 'order-reference' },
    seen: {},
    allowedHosts: { attribute: 'allowed-hosts' },
    strict: { type: Boolean },
    answer: { attribute: false },
    messages: { attribute: false },
  };

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
  /** The account holder, shown if the response names none but bank apps ask for one. */
  beneficiaryName?: string;
  /** Your order number, shown where a payer or your support needs it: at most 64 characters. */
  orderReference?: string;
  /** `slip.fingerprint` from an earlier visit. If the account differs, the slip begins with a notice. */
  seen?: string;
  /**
   * Hosts that links may lead to and pictures of QR codes may come from, separated by spaces. Absent: links
   * to any https host, and no pictures.
   */
  allowedHosts?: string;
  /** If an essential value fails its check, shows the problem `unverified`. */
  strict = false;
  /** A response to show instead of requesting one: the whole envelope or only its `data`. */
  answer?: object;
  /** Overrides any text. */
  messages?: PartialMessages;
}

/** Every property that a page can set on `<deposit-slip>`. Frameworks pass `undefined` for an omitted one. */
export type DepositSlipProperties = PropertiesOf<SlipProperties>;

/**
 * Every attribute of `<deposit-slip>`, by its HTML name. Properties that take an object or a function have no
 * attribute.
 */
export type DepositSlipAttributes = AttributesOf<DepositSlipProperties>;

/**
 * A listener for every event of `<deposit-slip>`, by the event's name after a prefix: `on` for
 * `ondeposit-ready`.
 */
export type DepositSlipListeners<Prefix extends string> = ListenersOf<DepositSlipEventMap, Prefix>;
