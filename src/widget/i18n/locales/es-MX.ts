import type { PartialMessages } from '../shape.js';

/** Mexico: the words of its bank apps. */
export const esMX: PartialMessages = {
  labels: { beneficiary: 'Beneficiario', bank: 'Banco destino', message: 'Concepto / Referencia' },
};
