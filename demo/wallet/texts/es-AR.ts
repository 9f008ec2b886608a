import type { WalletTexts } from './texts.js';

/** Spanish of Argentina: voseo. */
export const esAR: WalletTexts = {
  name: 'Billetera Sol',
  balance: 'Saldo disponible',
  currency: 'Moneda',
  add: 'Cargar dinero',
  tabs: 'Billetera',
  home: 'Inicio',
  deposits: 'Depósitos',
  close: 'Cerrar',
  done: 'Volver a la billetera',
  received: (sum) => `Recibiste ${sum}`,
  justNow: 'recién',
  phone: 'Lo que copiás en la billetera se pega en este banco. Todo es de prueba: no se mueve dinero.',
  see: 'Ver la billetera',
};
