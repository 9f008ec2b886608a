import type { PropertyDeclarations } from 'lit';
import type { AttributesOf, ListenersOf, PropertiesOf } from '../shared/attributes.js';
import { EndpointElement } from '../shared/endpoint-element.js';
import type { PartialMessages } from '../shared/i18n/types.js';
import type { PartialHistoryMessages } from './messages.js';
import type { DepositHistoryEventMap } from './events.js';

/** The number of deposits shown at first by default. */
export const LIMIT = 10;

/**
 * Everything a page can set on `<deposit-history>`, and the states that a style sheet of the page can select.
 *
 * @cssstate idle - Nothing is requested yet.
 * @cssstate loading - The list is requested.
 * @cssstate ready - The list is shown.
 * @cssstate empty - The list is shown, and has no deposits.
 * @cssstate problem - The list could not be shown.
 * @cssstate watching - New deposits appear by themselves.
 * @cssstate paused - Updating paused until the payer resumes it.
 * @cssstate test - A response was marked as test.
 */
export class HistoryProperties extends EndpointElement {
  static override properties: PropertyDeclarations = {
    limit: { type: Number },
    answer: { attribute: false },
    messages: { attribute: false },
  };

  /** How many deposits are shown at first, and with each press of "Show more". */
  limit = LIMIT;
  /** The first page of the list, to show instead of requesting it: the whole envelope or only its `data`. */
  answer?: object;
  /** Overrides any text: those of the slip, and those of the history in `history`. */
  messages?: PartialMessages & { readonly history?: PartialHistoryMessages };
}

/**
 * Every property that a page can set on `<deposit-history>`. Frameworks pass `undefined` for an omitted one.
 */
export type DepositHistoryProperties = PropertiesOf<HistoryProperties>;

/**
 * Every attribute of `<deposit-history>`, by its HTML name. Properties that take an object or a function have
 * no attribute.
 */
export type DepositHistoryAttributes = AttributesOf<DepositHistoryProperties>;

/**
 * A listener for every event of `<deposit-history>`, by the event's name after a prefix: `on` for
 * `ondeposit-list`.
 */
export type DepositHistoryListeners<Prefix extends string> = ListenersOf<DepositHistoryEventMap, Prefix>;
