import type { PartialMessages } from '../shared/i18n/types.js';

/** Peru: the words of its bank apps. */
export const esPE: PartialMessages = {
  labels: { message: 'Descripción' },
};
