import { es } from './es.js';
import type { Texts } from './en.js';

/** Spanish of Mexico: a reference is a _concepto_, a link a _liga_, and a bank _abona_. */
export const esMX: Texts = {
  ...es,
  start: { ...es.start, more: 'Número de ruta o concepto' },
  pay: { ...es.pay, reference: 'Concepto' },
  outcome: {
    ...es.outcome,
    unmatched: {
      'no details': 'El depósito llegó sin ningún dato y no se abonó.',
      unknown: 'El depósito llegó, pero ninguna cuenta coincide con sus datos. No se abonó.',
      'no reference': 'El depósito llegó sin un concepto de esta cuenta. No se abonó.',
      contradiction: 'El depósito llegó, pero sus datos se contradicen. No se abonó.',
      'other merchant': 'El depósito llegó, pero la cuenta es de otra empresa. No se abonó.',
      'other currency': 'El depósito llegó, pero la cuenta está en otra moneda. No se abonó.',
      'account not active': 'El depósito llegó, pero la cuenta no está activa. No se abonó.',
    },
  },
  inputErrors: { ...es.inputErrors, 'unknown link': 'No reconocemos esta liga de pago. Pide una nueva.' },
};
