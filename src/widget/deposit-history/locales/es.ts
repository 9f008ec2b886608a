import type { HistoryMessages } from '../messages.js';

/** Spanish as it is written across Latin America, with tú. */
export const es: HistoryMessages = {
  title: 'Depósitos recientes',
  test: 'Prueba: estos depósitos no son reales',
  loading: 'Cargando tus depósitos',
  empty: 'Todavía no hay depósitos',
  emptyHint: 'Cada depósito aparece aquí cuando llega.',
  titles: { ach: 'Transferencia ACH', wire: 'Transferencia wire' },
  today: 'Hoy',
  yesterday: 'Ayer',
  awaited: 'Todavía no recibidos',
  states: {
    waiting: 'En espera',
    arrived: 'Recibido',
    'other-amount': 'Otro monto',
    returned: 'Devuelto',
  },
  notes: {
    waiting: 'Todavía no se recibió nada. Si pagaste hace tiempo, pregunta a {merchant}.',
    arrived: '',
    'other-amount': 'Se recibió un monto distinto al solicitado. Pregunta a {merchant} qué hacer.',
    returned: 'El dinero volvió a quien lo envió. Si no lo esperabas, pregunta a {merchant}.',
  },
  open: 'Ver los datos del pago',
  showMore: 'Ver más',
  added: '{count} depósitos más',
  loadingMore: 'Cargando más depósitos',
  moreFailed: 'No pudimos cargar los depósitos anteriores.',
  newest: 'Volver a los más recientes',
  news: '{title}: recibimos {amount}',
  paused: 'La lista ya no se actualiza',
  stale: 'No pudimos actualizar la lista',
  unreadable: 'No pudimos mostrar algunos depósitos. Pregunta a {merchant} por ellos.',
  failed: 'No pudimos cargar tus depósitos',
};
