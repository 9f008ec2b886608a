/** Every locale that ships, by tag. Importing this module registers them all. */
import { en } from './locales/en.js';
import { es } from './locales/es.js';
import { esAR } from './locales/es-AR.js';
import { esCO } from './locales/es-CO.js';
import { esMX } from './locales/es-MX.js';
import { esPE } from './locales/es-PE.js';
import { ptBR } from './locales/pt-BR.js';
import type { PartialMessages } from './shared/i18n/types.js';

export const LOCALES = {
  en,
  es,
  'es-AR': esAR,
  'es-CO': esCO,
  'es-MX': esMX,
  'es-PE': esPE,
  'pt-BR': ptBR,
} as const satisfies Readonly<Record<string, PartialMessages>>;

type Tag = Exclude<keyof typeof LOCALES, 'en'>;
/** A locale that may take its texts from its language, as `es-MX` does. */
type Regional = { [Each in Tag]: Each extends `${Tag}-${string}` ? Each : never }[Tag];

/**
 * Texts beside the shared messages, in every locale that ships but English. A regional locale may have some
 * of them, or none.
 */
export type InEveryLocale<Texts, Part = Partial<Texts>> = Readonly<
  Record<Exclude<Tag, Regional>, Texts> & Partial<Record<Regional, Part>>
>;
