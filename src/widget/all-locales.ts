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
