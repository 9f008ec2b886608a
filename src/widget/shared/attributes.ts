import type { LitElement } from 'lit';

/** `payment-id` for `paymentId`. */
type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';

/** Every property that a page can set on an element. Frameworks pass `undefined` for one that is left out. */
export type PropertiesOf<Element> = {
  [Name in keyof Element as Exclude<Name, keyof LitElement>]?: Element[Name] | undefined;
};

/**
 * The attributes of these properties, by their names in HTML. A property that takes an object or a function
 * has none.
 */
export type AttributesOf<Properties> = {
  [
    Name in keyof Properties as Properties[Name] extends string | number | boolean | undefined
      ? KebabCase<Name & string>
      : never
  ]?: Properties[Name];
};

/** A listener for every event of a map, by the event's name after a prefix: `on` for `ondeposit-ready`. */
export type ListenersOf<Events, Prefix extends string> = {
  [Name in keyof Events as `${Prefix}${Name & string}`]?: ((event: Events[Name]) => void) | undefined;
};
