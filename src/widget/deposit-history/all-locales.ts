/** The history's own texts in every locale that ships. Importing this module registers them all. */
import type { InEveryLocale } from '../all-locales.js';
import { es } from './locales/es.js';
import { esAR } from './locales/es-AR.js';
import { ptBR } from './locales/pt-BR.js';
import { registerHistoryLocale, type HistoryMessages, type PartialHistoryMessages } from './messages.js';

export const HISTORY_LOCALES: InEveryLocale<HistoryMessages, PartialHistoryMessages> = {
  es,
  'es-AR': esAR,
  'pt-BR': ptBR,
};

for (const [tag, texts] of Object.entries(HISTORY_LOCALES)) registerHistoryLocale(tag, texts);
