/** The history's own texts in every locale that ships. Importing this module registers them all. */
import type { LOCALES } from '../all-locales.js';
import { es } from './locales/es.js';
import { esAR } from './locales/es-AR.js';
import { ptBR } from './locales/pt-BR.js';
import { registerHistoryLocale, type HistoryMessages, type PartialHistoryMessages } from './messages.js';

type Tag = Exclude<keyof typeof LOCALES, 'en'>;
/** A locale that may take its texts from its language, as `es-MX` does. */
type Regional = { [Each in Tag]: Each extends `${Tag}-${string}` ? Each : never }[Tag];

/** Every shipped locale must be here too, unless it is `Regional`. */
export const HISTORY_LOCALES: Readonly<
  Record<Exclude<Tag, Regional>, HistoryMessages> & Partial<Record<Regional, PartialHistoryMessages>>
> = {
  es,
  'es-AR': esAR,
  'pt-BR': ptBR,
};

for (const [tag, texts] of Object.entries(HISTORY_LOCALES)) registerHistoryLocale(tag, texts);
