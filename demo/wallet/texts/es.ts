import type { WalletTexts } from './texts.js';

export const es: WalletTexts = {
  name: 'Cartera Sol',
  balance: 'Saldo disponible',
  currency: 'Moneda',
  add: 'Agregar dinero',
  tabs: 'Cartera',
  home: 'Inicio',
  deposits: 'Depósitos',
  close: 'Cerrar',
  done: 'Volver a la cartera',
  received: (sum) => `Recibiste ${sum}`,
  justNow: 'hace un momento',
  phone: 'Lo que copias en la cartera se pega en este banco. Todo es de prueba: no se mueve dinero.',
  see: 'Ver la cartera',
};
