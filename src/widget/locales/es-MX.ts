import { registerLocale } from '../shared/i18n/registry.js';
import type { PartialMessages } from '../shared/i18n/types.js';
import './es.js';

/** Spanish of Mexico: the words of its bank apps, where a reference is a _concepto_. */
export const esMX: PartialMessages = {
  renewLink: 'Generar otra liga',
  messageRequired: 'Sin este concepto no podremos identificar tu transferencia.',
  messageHelps: 'Incluye también este concepto si tu banco lo permite.',
  paused: 'Tu pago todavía no se refleja. Si ya pagaste, no vuelvas a pagar.',
  pausedAgain: 'Todavía no se refleja otro pago. Si ya lo hiciste, no vuelvas a pagar.',
  labels: { clabe: 'CLABE interbancaria', bank: 'Banco destino', message: 'Concepto', link: 'Liga de pago' },
  names: { message: 'concepto', qr: 'liga del QR', link: 'liga de pago' },
  stepReference: {
    ach: 'Pega el concepto en el campo “Memo”',
    wire: 'Pega el concepto en el campo “Message to beneficiary”',
    sepa: 'Pega el concepto tal como aparece',
    other: 'Agrega el concepto tal como aparece',
  },
  problems: { unverified: 'No pudimos validar los datos del pago' },
  checkFailed: { code: 'No pudimos validar este código. Pide a {merchant} que lo confirme.' },
  stepReturn: 'Regresa aquí cuando termines',
  advice: {
    connect: 'Revisa tu conexión y reintenta. Si ya pagaste, no vuelvas a pagar.',
    wait: 'Intenta de nuevo en un momento. Si ya pagaste, no vuelvas a pagar.',
    restart: 'Si ya pagaste, no vuelvas a pagar. Si no, regresa al sitio de {merchant} y empieza de nuevo.',
    again:
      'Intenta de nuevo. Si el problema continúa, pregunta a {merchant}. Si ya pagaste, no vuelvas a pagar.',
  },
};

registerLocale('es-MX', esMX);
