import { own } from '../../../core/reader/members.js';
import { record } from '../../../core/record.js';
import type { PartialTexts } from './types.js';

/** The texts of an element in every registered language. */
export interface Locales<Texts> {
  /** Registers texts for a language, in addition to those it already has. Elements on the page update. */
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

/** Creates a registry that contains English. */
export function createLocales<Texts>(english: Texts): Locales<Texts> {
  /** The registered texts, by lower-case tag. */
  const registered = new Map<string, readonly unknown[]>([['en', [english]]]);
  /** Merged when first read: a page registers many locales and shows one. */
  const merged = new Map<string, Texts>();

  /** The tag itself or the tag without its last subtags, whichever is registered first (RFC 4647, Lookup). */
  function lookup(tag: string): string | undefined {
    for (let range = tag; range; range = withoutLast(range)) if (registered.has(range)) return range;
    return undefined;
  }

  /** The result of `lookup`, else any locale of the same language, else English. */
  function nearest(tag: string): string {
    const known = lookup(tag.toLowerCase());
    return known ?? [...registered.keys()].find((each) => languageOf(each) === languageOf(tag)) ?? 'en';
  }

  /** The texts of a registered tag. Missing texts come from the locale of its language, else from English. */
  function mergedTexts(tag: string): Texts {
    let texts = merged.get(tag);
    if (texts) return texts;
    const parent = lookup(withoutLast(tag));
    texts = registered.get(tag)!.reduce<Texts>(overlay, parent ? mergedTexts(parent) : english);
    merged.set(tag, texts);
    return texts;
  }

  return {
    register(tag, texts) {
      const key = tag.toLowerCase();
      registered.set(key, [...(registered.get(key) ?? []), texts]);
      merged.clear();
      for (const listener of listeners) listener();
    },
    textsFor: (tag, overrides) => overlay(mergedTexts(nearest(tag)), overrides),
    spokenLanguage: (tag) => (languageOf(nearest(tag)) === languageOf(tag) ? tag : 'en'),
  };
}

/** `es` for `es-AR`, and the empty string for `es`. */
function withoutLast(tag: string): string {
  return tag.replace(/-?[^-]*$/, '');
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0]!;
}

/**
 * Merges `override` into `text`. A value is replaced only by one of the same type (a string, a list of
 * strings, a group). A key that `text` lacks is taken from `override`.
 */
function overlay<Text>(text: Text, override: unknown): Text {
  if (isGroup(text) && isGroup(override)) {
    const group: Record<string, unknown> = record({ ...override, ...text });
    for (const key in group) group[key] = overlay(own(text, key), own(override, key));
    return group as Text;
  }
  const fits = Array.isArray(text)
    ? Array.isArray(override) && override.length > 0 && override.every((item) => typeof item === 'string')
    : text === undefined || (typeof text === 'string' && typeof override === 'string');
  return fits ? (override as Text) : text;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
