import { translated } from '../../site/languages.js';
import { en } from './en.js';
import { es } from './es.js';
import { esAR } from './es-AR.js';
import { ptBR } from './pt-BR.js';

export type { ShopTexts } from './texts.js';

export const textsOf = translated({ en, es, esAR, ptBR });
