import { es } from './es.js';
import type { Texts } from './texts.js';

/** Spanish of Mexico: a reference is a _concepto_. */
export const esMX: Texts = {
  ...es,
  start: { ...es.start, more: 'Número de ruta o concepto' },
  pay: { ...es.pay, reference: 'Concepto' },
};
