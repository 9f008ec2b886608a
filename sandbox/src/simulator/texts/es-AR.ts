import { es } from './es.js';
import type { Texts } from './texts.js';

/** Spanish of Argentina, with vos: the texts that differ. */
export const esAR: Texts = {
  ...es,
  pay: {
    ...es.pay,
    hint: 'Antes de pagar, revisá el nombre y el monto.',
    hintUnnamed: 'Antes de pagar, revisá la cuenta y el monto.',
    orTry: 'O probá qué pasa si…',
    trials: {
      ...es.pay.trials,
      part: 'pagás de menos',
      more: 'pagás de más',
      twice: 'pagás dos veces',
    },
  },
  outcome: {
    ...es.outcome,
    lateText: ({ late }, lateness) =>
      `El reloj del simulador avanzó ${lateness}. El dinero llega ${late} segundos después de tu pago. Mientras tanto podés cerrar la página de la tienda o esta.`,
  },
  inputErrors: {
    ...es.inputErrors,
    'incomplete code': 'Este código está incompleto. Copialo de nuevo y pegalo completo.',
    'unknown link': 'No reconocemos este enlace de pago. Pedí uno nuevo.',
    'unknown account': 'Esta cuenta no existe. Revisá que la hayas copiado completa.',
    'other bank': 'Esta cuenta es de otro banco. Revisá el número de ruta.',
  },
  amountErrors: {
    ...es.amountErrors,
    empty: () => 'Escribí el monto que vas a pagar.',
    form: ({ example }) => `Escribí el monto con números, por ejemplo ${example}.`,
    symbol: () => 'Escribí solo números, sin letras ni símbolos.',
    currency: ({ fiat }) => `Escribí el monto en ${fiat}.`,
    decimals: () => 'Usá dos decimales como máximo.',
    zero: () => 'Escribí un monto mayor que cero.',
    'too-small': ({ least, difference }) => `Escribí al menos ${least}: el banco envía ${difference} menos.`,
  },
};
