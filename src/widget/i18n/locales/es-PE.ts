import type { PartialMessages } from '../messages.js';

/** Peru: the words of its bank apps. */
export const esPE: PartialMessages = {
  labels: { message: 'Descripción' },
};
