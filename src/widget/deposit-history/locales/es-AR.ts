import type { HistoryMessages } from '../messages.js';
import { es } from './es.js';

/** Argentine Spanish: voseo. */
export const esAR: HistoryMessages = {
  ...es,
  awaited: 'Pendientes',
  states: { ...es.states, waiting: 'Pendiente' },
  since: { today: 'desde las\u00a0{time}', day: 'desde el {time}' },
  loading: 'Buscando tus depósitos',
  loadingMore: 'Buscando más depósitos',
  moreFailed: 'No pudimos mostrar los depósitos anteriores.',
  signIn: 'Iniciá sesión de nuevo en el sitio de {merchant}. Si ya pagaste, no vuelvas a pagar.',
  failed: 'No pudimos mostrar tus depósitos',
  emptyHint: 'Cada depósito aparece acá cuando llega.',
  notes: {
    ...es.notes,
    waiting: 'Todavía no se recibió nada. Si ya pagaste, no vuelvas a pagar: preguntale a {merchant}.',
    part: 'Recibimos solo una parte. Si ya pagaste el resto, no vuelvas a pagar: preguntale a {merchant}.',
    returned: 'El dinero se devolvió a la cuenta de origen. Si no lo esperabas, preguntale a {merchant}.',
  },
  unreadable: 'No pudimos mostrar algunos depósitos. Si te falta alguno, preguntale a {merchant}.',
};
