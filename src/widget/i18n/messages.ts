import { en } from './locales/en.js';
import { esAR, inVoseo } from './locales/es-AR.js';
import { esCO } from './locales/es-CO.js';
import { esMX } from './locales/es-MX.js';
import { esPE } from './locales/es-PE.js';
import { es } from './locales/es.js';
import { ptBR } from './locales/pt-BR.js';

/** Every text of the element, as one language writes it. English is the shape. */
export type Messages = typeof en;

/** Overrides of a merchant: any text, at any depth. */
export type PartialMessages = { readonly [Key in keyof Messages]?: PartialText<Messages[Key]> };
type PartialText<Text> = Text extends string | readonly unknown[]
  ? Text
  : { readonly [K in keyof Text]?: Text[K] };

const LOCALES: ReadonlyMap<string, Messages> = new Map([
  ['en', en],
  ['es', es],
  ['pt', ptBR],
]);

/** What a country says otherwise than its language; by whole tag, in small letters. */
const REGIONS: ReadonlyMap<string, PartialMessages> = new Map([
  ['es-ar', esAR],
  ['es-co', esCO],
  ['es-mx', esMX],
  ['es-pe', esPE],
]);

/** The messages nearest to a BCP 47 tag, with the merchant's overrides on top; English where the language is not spoken. */
export function messagesFor(lang: string, overrides: PartialMessages = {}): Messages {
  const tag = lang.toLowerCase();
  const base = LOCALES.get(languageOf(tag)) ?? en;
  const merged: Record<string, unknown> = { ...(tag === 'es-ar' ? inVoseo(base) : base) };
  for (const [key, value] of [REGIONS.get(tag) ?? {}, overrides].flatMap(Object.entries<unknown>)) {
    const own = merged[key];
    merged[key] = isGroup(own) && isGroup(value) ? { ...own, ...value } : value;
  }
  return merged as Messages;
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The language of the texts a tag ends in, for the `lang` of what is shown. */
export function spokenLanguage(lang: string): string {
  return LOCALES.has(languageOf(lang)) ? lang : 'en';
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
