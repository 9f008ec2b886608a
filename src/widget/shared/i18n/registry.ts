import { en } from '../../locales/en.js';
import type { Messages, PartialMessages } from './types.js';

/** Locales by lower-case tag, merged when they are first read: a page registers many, and shows one. English is always known. */
const locales = new Map<string, () => Messages>([['en', () => en]]);
const listeners = new Set<() => void>();

/**
 * Registers the texts of a language for all elements on the page. `tag` is a BCP 47 tag; a text the locale lacks is shown in English.
 * Registering a tag again adds to what it has. Elements already on the page update.
 */
export function registerLocale(tag: string, messages: PartialMessages): void {
  const key = tag.toLowerCase();
  const before = locales.get(key);
  let merged: Messages | undefined;
  locales.set(key, () => (merged ??= overlay(before?.() ?? en, messages)));
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever a locale is registered. Returns a function that stops it. */
export function onLocaleRegistered(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The messages of the locale nearest to a BCP 47 tag, with `overrides` on top. */
export function messagesFor(tag: string, overrides?: PartialMessages): Messages {
  return overlay(locales.get(nearest(tag))?.() ?? en, overrides);
}

/** The `lang` of the texts shown for a tag: the tag itself, or `en` if its language is not registered. */
export function spokenLanguage(tag: string): string {
  return languageOf(nearest(tag)) === languageOf(tag) ? tag : 'en';
}

/**
 * The registered tag that matches best: the tag itself, the tag without its last subtags (RFC 4647, Lookup), any locale of
 * the same language, else English.
 */
function nearest(tag: string): string {
  for (let range = tag.toLowerCase(); range; range = range.slice(0, Math.max(0, range.lastIndexOf('-'))))
    if (locales.has(range)) return range;
  return [...locales.keys()].find((known) => languageOf(known) === languageOf(tag)) ?? 'en';
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
