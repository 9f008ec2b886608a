import { en } from '../../locales/en.js';
import { es } from '../../locales/es.js';
import { ptBR } from '../../locales/pt-BR.js';
import type { Messages } from './types.js';

/** What we write in, by the first part of a tag. What is built holds it woven (scripts/weave-texts.ts). */
export const LANGUAGES: ReadonlyMap<string, Messages> = new Map([
  ['en', en],
  ['es', es],
  ['pt', ptBR],
]);
