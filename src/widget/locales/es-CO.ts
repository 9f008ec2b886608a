import { registerLocale } from '../shared/i18n/registry.js';
import type { PartialMessages } from '../shared/i18n/types.js';
import './es.js';

/**
 * Spanish of Colombia: an amount is a _valor_, a way to pay a _medio de pago_, and Bre-B pays to a _llave_.
 */
export const esCO: PartialMessages = {
  amount: 'Valor',
  amountToType: 'Valor a ingresar',
  amountOptional: 'Incluir el valor en el código (opcional)',
  amountErrors: {
    empty: 'Ingresa un valor',
    form: 'Ingresa un valor, por ejemplo {example}',
    currency: 'Ingresa el valor en {fiat}, no en {symbol}',
    zero: 'Ingresa un valor mayor que cero',
    'too-small': 'El valor mínimo es {amount}',
    'too-large': 'El valor máximo es {amount}',
  },
  amountTooLarge: 'Este valor es muy alto',
  changeMethod: 'Cambiar medio de pago',
  changeAmount: 'Ingresar otro valor',
  arrivedOther: 'Pago recibido por otro valor',
  unexpected: 'El valor solicitado era {amount}. No vuelvas a pagar: pregunta a {merchant} cómo continuar.',
  renewLink: 'Generar otro link',
  account: { asked: 'Valor solicitado' },
  paidWith: 'Medio de pago',
  notices: {
    amount: {
      text: 'Este código es por {amount}, no por el valor de arriba. Pide a {merchant} que lo confirme.',
    },
  },
  labels: { alias: 'Llave / alias', link: 'Link de pago' },
  names: { amount: 'valor', alias: 'llave', qr: 'link del QR', link: 'link de pago' },
  stepConfirm: {
    check: 'Revisa el valor y confirma',
    name: 'Revisa que diga {name}, ingresa el valor y confirma',
    none: 'Ingresa el valor y confirma',
  },
  stepPay: {
    amount: 'Paga exactamente {amount} en la página de tu banco',
    none: 'Completa el pago en la página de tu banco',
  },
  speeds: { page: 'En la página de tu banco' },
  problems: {
    forbidden: 'No puedes usar este medio de pago',
    'invalid-amount': 'Este valor no se puede depositar',
  },
  advice: {
    connect: 'Revisa tu conexión e inténtalo de nuevo. Si ya pagaste, no vuelvas a pagar.',
    wait: 'Espera un momento e inténtalo de nuevo. Si ya pagaste, no vuelvas a pagar.',
    restart: 'Si ya pagaste, no vuelvas a pagar. Si no, vuelve a la página de {merchant} y empieza de nuevo.',
    amount: 'Ingresa otro valor o pregunta a {merchant}. Si ya pagaste, no vuelvas a pagar.',
    again: 'Inténtalo de nuevo. Si se repite, pregunta a {merchant}. Si ya pagaste, no vuelvas a pagar.',
  },
};

registerLocale('es-CO', esCO);
