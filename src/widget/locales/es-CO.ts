import type { PartialMessages } from '../shared/i18n/types.js';

/** Colombia: an amount is a valor, and the link is PSE's. */
export const esCO: PartialMessages = {
  amount: 'Valor',
  amountFaults: {
    empty: 'Escribe un valor',
    form: 'Escribe un valor como {example}',
    zero: 'Escribe un valor mayor que cero',
    'too-small': 'El valor mínimo es {amount}',
    'too-large': 'El valor máximo es {amount}',
  },
  openLink: 'Pagar con PSE',
  reminder: 'Revisa el nombre del titular y el valor antes de confirmar',
  unexpected: 'El valor esperado era {amount}',
  labels: { message: 'Descripción' },
};
