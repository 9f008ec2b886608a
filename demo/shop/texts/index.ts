import { en } from './en.js';
import { es } from './es.js';
import { esAR } from './es-AR.js';
import { ptBR } from './pt-BR.js';
import type { ShopTexts } from './texts.js';

export type { ShopTexts };

/** The texts of a language the shop speaks. */
export function textsOf(lang: string): ShopTexts {
  if (lang === 'es-AR') return esAR;
  return { es, pt: ptBR }[lang.split('-')[0]!] ?? en;
}
