import { en } from './en.js';
import { es } from './es.js';
import { esAR } from './es-AR.js';
import { ptBR } from './pt-BR.js';
import type { WalletTexts } from './texts.js';

/** The texts of a language the wallet speaks. */
export function textsOf(lang: string): WalletTexts {
  if (lang === 'es-AR') return esAR;
  return { es, pt: ptBR }[lang.split('-')[0]!] ?? en;
}
