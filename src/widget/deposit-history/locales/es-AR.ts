import type { HistoryMessages } from '../messages.js';
import { es } from './es.js';

/** Argentine Spanish: voseo. */
export const esAR: HistoryMessages = {
  ...es,
  emptyHint: 'Cada depósito aparece acá cuando llega.',
  notes: {
    ...es.notes,
    waiting: 'Todavía no se recibió nada. Si pagaste hace tiempo, preguntale a {merchant}.',
    part: 'Recibimos solo una parte. Preguntale a {merchant} por el resto.',
    returned: 'El dinero volvió a quien lo envió. Si no lo esperabas, preguntale a {merchant}.',
  },
  unreadable: 'No pudimos mostrar algunos depósitos. Preguntale a {merchant} por ellos.',
};
