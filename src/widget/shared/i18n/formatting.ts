import { spokenLanguage } from './registry.js';

/**
 * The locale amounts are written in: the payer's if the tag names a region, else that of the method's country, else the default region of the language (es-419, pt-BR).
 */
export function numberLocale(tag: string, country: string | undefined): string {
  const hasRegion = /-(?:[a-z]{2}|[0-9]{3})(?:-|$)/i.test(tag);
  if (hasRegion && Intl.NumberFormat.supportedLocalesOf(tag).length > 0) return tag;
  if (country) return country;
  const defaultRegions: Record<string, string> = { es: 'es-419', pt: 'pt-BR' };
  return defaultRegions[tag.toLowerCase()] ?? spokenLanguage(tag);
}

/** A text with its `{placeholders}` filled in. One without a value stays empty. */
export function fill(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Languages written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv']);

/** The direction of a BCP 47 tag's language. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(tag.split('-')[0]!) ? 'rtl' : 'ltr';
}
