import { registerLocale } from '../shared/i18n/registry.js';
import type { PartialMessages } from '../shared/i18n/types.js';
import './es.js';

/** Spanish of Mexico: the words of its bank apps, where a reference is a _concepto_. */
export const esMX: PartialMessages = {
  renewLink: 'Generar otra liga',
  messageRequired: 'Sin este concepto no podremos identificar tu transferencia.',
  messageHelps: 'Incluye también este concepto si tu banco lo permite.',
  waitedLong: '¿Ya pagaste? Revisa el concepto o envía a {merchant} el comprobante.',
  waitedLongOrder:
    '¿Ya pagaste? Revisa el concepto. Si está bien, envía a {merchant} este número de pedido y el comprobante.',
  labels: { clabe: 'CLABE interbancaria', bank: 'Banco destino', message: 'Concepto', link: 'Liga de pago' },
  names: { message: 'concepto', qr: 'liga del QR', link: 'liga de pago' },
  stepReference: {
    ach: 'Pega el concepto en “memo”',
    wire: 'Pega el concepto en “Message to beneficiary”',
    sepa: 'Pega el concepto en el campo del motivo de pago',
    other: 'Agrega el concepto tal como aparece',
  },
  stepReturn: 'Regresa aquí cuando termines',
  advice: {
    connect: 'Revisa tu conexión e intenta de nuevo.',
    wait: 'Espera un momento e intenta de nuevo.',
    restart: 'Si ya pagaste, no vuelvas a pagar. Si no, regresa al sitio de {merchant} y empieza de nuevo.',
    again: 'Intenta de nuevo. Si se repite, pregunta a {merchant}.',
  },
};

registerLocale('es-MX', esMX);
