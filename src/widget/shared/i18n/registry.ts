import { esAR, inVoseo } from '../../locales/es-AR.js';
import { esCO } from '../../locales/es-CO.js';
import { esMX } from '../../locales/es-MX.js';
import { esPE } from '../../locales/es-PE.js';
import { LANGUAGES } from './languages.js';
import type { Messages, PartialMessages } from './types.js';

/** What a country says otherwise than its language; by whole tag, in small letters. */
const REGIONS: ReadonlyMap<string, PartialMessages> = new Map([
  ['es-ar', esAR],
  ['es-co', esCO],
  ['es-mx', esMX],
  ['es-pe', esPE],
]);

/** The messages nearest to a BCP 47 tag, with the merchant's overrides on top; English where the language is not spoken. */
export function messagesFor(lang: string, overrides?: PartialMessages): Messages {
  const tag = lang.toLowerCase();
  const made = MADE.get(tag) ?? regional(tag);
  MADE.set(tag, made);
  return overlay(made, overrides);
}

/** The messages of each tag asked for, made once: they are asked for at every render. */
const MADE = new Map<string, Messages>();

function regional(tag: string): Messages {
  const spoken = LANGUAGES.get(languageOf(tag)) ?? LANGUAGES.get('en')!;
  return overlay(tag === 'es-ar' ? inVoseo(spoken) : spoken, REGIONS.get(tag));
}

/**
 * `text` with what fits of `override` in its place: a text for a text, texts for a list, groups key by key. Where we have
 * no text (the steps of a method that uses the common ones), the override is taken as it is.
 */
function overlay<Text>(text: Text, override: unknown): Text {
  if (isGroup(text) && isGroup(override))
    return Object.fromEntries(
      Object.keys({ ...text, ...override }).map((key) => [key, overlay(text[key], override[key])]),
    ) as Text;
  const fits = Array.isArray(text)
    ? Array.isArray(override) && override.length > 0 && override.every((one) => typeof one === 'string')
    : text === undefined || (typeof text === 'string' && typeof override === 'string');
  return fits ? (override as Text) : text;
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The language of the texts a tag ends in, for the `lang` of what is shown. */
export function spokenLanguage(lang: string): string {
  return LANGUAGES.has(languageOf(lang)) ? lang : 'en';
}

/**
 * The locale amounts are written in: the payer's where the tag names a region, else that of the method's country, else
 * the language's widest (es-419, pt-BR).
 */
export function numberLocale(lang: string, country: string | undefined): string {
  const hasRegion = /-(?:[a-z]{2}|[0-9]{3})(?:-|$)/i.test(lang);
  if (hasRegion && Intl.NumberFormat.supportedLocalesOf(lang).length > 0) return lang;
  if (country) return country;
  const widest: Record<string, string> = { es: 'es-419', pt: 'pt-BR' };
  return widest[lang.toLowerCase()] ?? spokenLanguage(lang);
}

/** A text with its `{names}` filled in. A name without a value stays empty. */
export function fill(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
