import type { en } from '../../locales/en.js';

/** Every text of a locale. English defines the shape. */
export type Messages = typeof en;

/** Overrides of any text, at any depth. */
export type PartialMessages = PartialTexts<Messages>;

/** Overrides of any text of an element. */
export type PartialTexts<Texts> = { readonly [Key in keyof Texts]?: PartialText<Texts[Key]> };
type PartialText<Text> = Text extends string | readonly unknown[]
  ? Text
  : { readonly [Key in keyof Text]?: PartialText<Text[Key]> };
