import { registerLocale } from '../shared/i18n/registry.js';
import type { PartialMessages } from '../shared/i18n/types.js';
import './es.js';

/** Spanish of Peru: the words of its bank apps, where a receipt is a _constancia_. */
export const esPE: PartialMessages = {
  renewLink: 'Generar otro link',
  waitedLong: '¿Ya pagaste? Revisa los datos en tu constancia o envíala a {merchant}.',
  waitedLongOrder:
    '¿Ya pagaste? Revisa los datos en tu constancia. Si están bien, envíala a {merchant} con este número de pedido.',
  printReceipt: 'Imprimir constancia',
  labels: { bank: 'Banco de destino', link: 'Link de pago' },
  names: { qr: 'link del QR', link: 'link de pago' },
  stepPay: {
    amount: 'Paga exactamente {amount} en la web de tu banco',
    none: 'Completa el pago en la web de tu banco',
  },
  stepReturn: 'Regresa aquí cuando termines',
  settles: { days: 'Suele demorar de 1 a 3 días hábiles' },
  speeds: { page: 'En la web de tu banco' },
  problems: { timeout: 'Está demorando más de lo normal' },
  advice: {
    connect: 'Revisa tu conexión e inténtalo de nuevo. Si ya pagaste, no vuelvas a pagar.',
    wait: 'Espera un momento e inténtalo de nuevo. Si ya pagaste, no vuelvas a pagar.',
    restart: 'Si ya pagaste, no vuelvas a pagar. Si no, regresa a la web de {merchant} y empieza de nuevo.',
    again: 'Inténtalo de nuevo. Si se repite, pregunta a {merchant}. Si ya pagaste, no vuelvas a pagar.',
  },
};

registerLocale('es-PE', esPE);
