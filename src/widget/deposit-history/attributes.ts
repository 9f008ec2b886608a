import type { AttributesOf, ListenersOf, PropertiesOf } from '../shared/attributes.js';
import type { DepositHistoryEventMap } from './events.js';
import type { HistoryProperties } from './properties.js';

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
