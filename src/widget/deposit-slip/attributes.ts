import type { LitElement } from 'lit';
import type { DepositSlipEventMap } from './events.js';
import type { SlipProperties } from './properties.js';

/** `payment-id` for `paymentId`. */
type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';

/** Every property that a page can set on `<deposit-slip>`. Frameworks pass `undefined` for one that is left out. */
export type DepositSlipProperties = {
  [Name in keyof SlipProperties as Exclude<Name, keyof LitElement>]?: SlipProperties[Name] | undefined;
};

/** Every attribute of `<deposit-slip>`, by its name in HTML. A property that takes an object or a function has none. */
export type DepositSlipAttributes = {
  [
    Name in keyof DepositSlipProperties as DepositSlipProperties[Name] extends
      string | number | boolean | undefined
      ? KebabCase<Name>
      : never
  ]?: DepositSlipProperties[Name];
};

/** A listener for every event of `<deposit-slip>`, by the event's name after a prefix: `on` for `ondeposit-ready`. */
export type DepositSlipListeners<Prefix extends string> = {
  [Name in keyof DepositSlipEventMap as `${Prefix}${Name}`]?:
    ((event: DepositSlipEventMap[Name]) => void) | undefined;
};
