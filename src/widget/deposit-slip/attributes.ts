import type { AttributesOf, ListenersOf, PropertiesOf } from '../shared/attributes.js';
import type { DepositSlipEventMap } from './events.js';
import type { SlipProperties } from './properties.js';

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
