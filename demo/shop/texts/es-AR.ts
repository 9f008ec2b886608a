import { es } from './es.js';
import type { ShopTexts } from './texts.js';

/** Spanish of Argentina: voseo. */
export const esAR: ShopTexts = {
  ...es,
  pay: 'Pagá tu pedido',
  account: {
    ...es.account,
    over: (received, excess) =>
      `Recibimos ${received}: ${excess} más que el total de tu pedido. Escribinos y te devolvemos la diferencia.`,
  },
  wallet: {
    title: 'Billetera Sol',
    text: 'Cargá dinero y pagá tus próximas compras al instante.',
    add: 'Cargar dinero',
  },
  questions: '¿Tenés dudas sobre tu pago?',
  write: 'Escribir a la tienda',
  cup: ['Taza de cerámica esmaltada', 'Azul noche, 250\u00a0ml'],
  phone: {
    ...es.phone,
    text: 'Lo que copiás en la tienda se pega en este banco. Todo es de prueba: no se mueve dinero.',
  },
};
