import type { en } from '../../locales/en.js';

/** Every text of a locale. English is the shape. */
export type Messages = typeof en;

/** Overrides of any text, at any depth. */
export type PartialMessages = { readonly [Key in keyof Messages]?: PartialText<Messages[Key]> };
type PartialText<Text> = Text extends string | readonly unknown[]
  ? Text
  : { readonly [Key in keyof Text]?: Text[Key] };
