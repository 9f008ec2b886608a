import { es } from './es.js';
import type { ShopTexts } from './texts.js';

/** Spanish of Argentina: voseo. */
export const esAR: ShopTexts = {
  ...es,
  pay: 'Pagá tu pedido',
  account: {
    ...es.account,
    over: (received, excess) =>
      `Recibimos ${received}: ${excess} más que el total de tu pedido. Escribinos y te lo devolvemos.`,
  },
  wallet: {
    title: 'Billetera Sol',
    text: 'Cargá dinero y pagá tus próximas compras al instante.',
    add: 'Cargar dinero',
  },
  write: 'Escribinos',
  phone: {
    ...es.phone,
    text: 'Lo que copiás en la tienda se pega en este banco. Todo es de prueba: no se mueve dinero.',
  },
};
