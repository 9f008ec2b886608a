import type { en } from '../../locales/en.js';

/** Every text of the element, as one language writes it. English is the shape. */
export type Messages = typeof en;

/** Overrides of a merchant: any text, at any depth. */
export type PartialMessages = { readonly [Key in keyof Messages]?: PartialText<Messages[Key]> };
type PartialText<Text> = Text extends string | readonly unknown[]
  ? Text
  : { readonly [K in keyof Text]?: Text[K] };
