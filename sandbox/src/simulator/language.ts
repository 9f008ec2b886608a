import { METHODS } from 'deposit-slip/core';
import { en, type Texts } from './texts/en.js';
import { es } from './texts/es.js';
import { esAR } from './texts/es-AR.js';
import { esMX } from './texts/es-MX.js';
import { ptBR } from './texts/pt-BR.js';
import type { Lateness } from './preset-names.js';

/** A language the pages are written in. */
export interface Language {
  /**
   * A BCP 47 tag. Each region of Spanish has its own notation of amounts; Argentina also has its own texts.
   */
  readonly tag: string;
  readonly texts: Texts;
}

const ENGLISH: Language = { tag: 'en', texts: en };

/** The languages a page offers, by their own names. */
export const OFFERED = [
  ['en', 'English'],
  ['es', 'Español'],
  ['pt-BR', 'Português'],
] as const;

const LANGUAGES: readonly Language[] = [
  ENGLISH,
  ...['es', 'es-CO', 'es-PE'].map((tag) => ({ tag, texts: es })),
  { tag: 'es-MX', texts: esMX },
  { tag: 'es-AR', texts: esAR },
  { tag: 'pt-BR', texts: ptBR },
];

/** The language of a tag, else one with the same language but no region; undefined if there is none. */
export function languageFor(tag: string): Language | undefined {
  const wanted = tag.trim().toLowerCase();
  const base = (text: string): string => text.toLowerCase().split('-')[0]!;
  return (
    LANGUAGES.find((each) => each.tag.toLowerCase() === wanted) ??
    LANGUAGES.find((each) => base(each.tag) === base(wanted))
  );
}

/**
 * The first of the preferred languages the pages are written in, else English (RFC 9110, Accept-Language).
 */
export function preferredLanguage(acceptLanguage: string): Language {
  const ranges = acceptLanguage.split(',').map((range) => {
    const [tag = '', weight = ''] = range.split(';');
    return { tag, quality: Number(/^\s*q=([01](?:\.[0-9]{0,3})?)\s*$/i.exec(weight)?.[1] ?? 1) };
  });
  for (const { tag, quality } of ranges.toSorted((one, other) => other.quality - one.quality)) {
    const language = quality > 0 ? languageFor(tag) : undefined;
    if (language) return language;
  }
  return ENGLISH;
}

/** A time such as "2 hours". */
export function periodIn({ language }: { readonly language: Language }, { count, unit }: Lateness): string {
  return new Intl.NumberFormat(language.tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** The locale for amounts: Spanish without a region uses the notation of the currency's country. */
export function numberLocale({ tag }: Language, fiat: string): string {
  const regional = METHODS.find((method) => method.fiat === fiat)?.amountLocale;
  return tag === 'es' && regional?.startsWith('es-') ? regional : tag;
}
