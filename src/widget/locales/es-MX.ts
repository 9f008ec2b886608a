import type { PartialMessages } from '../shared/i18n/types.js';

/** Mexico: the words of its bank apps. */
export const esMX: PartialMessages = {
  labels: { beneficiary: 'Beneficiario', bank: 'Banco destino', message: 'Concepto / Referencia' },
};
