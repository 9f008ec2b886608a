import { es } from './es.js';
import type { Texts } from './en.js';

/** Spanish of Argentina, with vos: the texts that differ. */
export const esAR: Texts = {
  ...es,
  start: {
    ...es.start,
  },
  pay: {
    ...es.pay,
    accounts: { ...es.pay.accounts, 'pix-key': 'clave Pix' },
    noBeneficiary: 'Ingresá el nombre del beneficiario.',
    noRouting: 'Ingresá el número de ruta.',
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
    method: 'Medio de pago',
    lateText: ({ late }, lateness) =>
      `El reloj del simulador avanzó ${lateness}. El dinero llega ${late} segundos después de tu pago. Mientras tanto podés cerrar la página de la tienda o esta.`,
  },
  inputErrors: {
    ...es.inputErrors,
    'incomplete code': 'Este código está incompleto. Copialo de nuevo y pegalo completo.',
    'unknown link': 'No reconocemos este link de pago. Pedí uno nuevo.',
    'unknown account': 'Esta cuenta no existe. Revisá que la hayas copiado completa.',
    'other bank': 'Esta cuenta es de otro banco. Revisá el número de ruta.',
  },
  amountErrors: {
    ...es.amountErrors,
    empty: () => 'Ingresá el monto que vas a pagar.',
    form: ({ example }) => `Ingresá el monto con números, por ejemplo ${example}.`,
    symbol: () => 'Ingresá solo números, sin letras ni símbolos.',
    currency: ({ fiat }) => `Ingresá el monto en ${fiat}.`,
    decimals: () => 'Usá dos decimales como máximo.',
    zero: () => 'Ingresá un monto mayor que cero.',
    'too-small': ({ least, difference }) => `Ingresá al menos ${least}: el banco envía ${difference} menos.`,
  },
};
