/** Every locale of the history that ships. Importing this module registers them all. */
import { es } from './locales/es.js';
import { esAR } from './locales/es-AR.js';
import { ptBR } from './locales/pt-BR.js';
import { registerHistoryLocale } from './messages.js';

registerHistoryLocale('es', es);
registerHistoryLocale('es-AR', esAR);
registerHistoryLocale('pt-BR', ptBR);
