import type { AttributesOf, ListenersOf, PropertiesOf } from '../shared/attributes.js';
import type { DepositSlipEventMap } from './events.js';
import type { SlipProperties } from './properties.js';

/**
 * Every property that a page can set on `<deposit-slip>`. Frameworks pass `undefined` for one that is left
 * out.
 */
export type DepositSlipProperties = PropertiesOf<SlipProperties>;

/**
 * Every attribute of `<deposit-slip>`, by its name in HTML. A property that takes an object or a function has
 * none.
 */
export type DepositSlipAttributes = AttributesOf<DepositSlipProperties>;

/**
 * A listener for every event of `<deposit-slip>`, by the event's name after a prefix: `on` for
 * `ondeposit-ready`.
 */
export type DepositSlipListeners<Prefix extends string> = ListenersOf<DepositSlipEventMap, Prefix>;
