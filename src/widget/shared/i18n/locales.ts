import type { PartialTexts } from './types.js';

/** The texts of an element in every language it knows. */
export interface Locales<Texts> {
  /** Registers the texts of a language, in addition to those it has. Elements already on the page update. */
  readonly register: (tag: string, texts: PartialTexts<Texts>) => void;
  /** The texts of the locale nearest to a BCP 47 tag, with `overrides` on top. */
  readonly textsFor: (tag: string, overrides?: PartialTexts<Texts>) => Texts;
  /** The `lang` of the texts for a tag: the tag itself, or `en` if its language is not registered. */
  readonly spokenLanguage: (tag: string) => string;
}

const listeners = new Set<() => void>();

/** Calls `listener` whenever a locale is registered. Returns a function that stops it. */
export function onLocaleRegistered(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Creates a registry that knows English. A text that a locale lacks is shown in English. */
export function createLocales<Texts>(english: Texts): Locales<Texts> {
  /** By lower-case tag, merged when they are first read: a page registers many, and shows one. */
  const locales = new Map<string, () => Texts>([['en', () => english]]);

  /**
   * The registered tag that matches best: the tag itself, the tag without its last subtags (RFC 4647, Lookup), any locale of
   * the same language, else English.
   */
  function nearest(tag: string): string {
    for (let range = tag.toLowerCase(); range; range = range.slice(0, Math.max(0, range.lastIndexOf('-'))))
      if (locales.has(range)) return range;
    return [...locales.keys()].find((known) => languageOf(known) === languageOf(tag)) ?? 'en';
  }

  return {
    register(tag, texts) {
      const key = tag.toLowerCase();
      const before = locales.get(key);
      let merged: Texts | undefined;
      locales.set(key, () => (merged ??= overlay(before?.() ?? english, texts)));
      for (const listener of listeners) listener();
    },
    textsFor: (tag, overrides) => overlay(locales.get(nearest(tag))!(), overrides),
    spokenLanguage: (tag) => (languageOf(nearest(tag)) === languageOf(tag) ? tag : 'en'),
  };
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0]!;
}

/**
 * Merges `override` into `text`. A value is replaced only by one of the same type (a string, a list of strings, a group). A key that `text` lacks is taken from `override`.
 */
function overlay<Text>(text: Text, override: unknown): Text {
  if (isGroup(text) && isGroup(override))
    return Object.fromEntries(
      Object.keys({ ...text, ...override }).map((key) => [key, overlay(text[key], override[key])]),
    ) as Text;
  const fits = Array.isArray(text)
    ? Array.isArray(override) && override.length > 0 && override.every((item) => typeof item === 'string')
    : text === undefined || (typeof text === 'string' && typeof override === 'string');
  return fits ? (override as Text) : text;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
