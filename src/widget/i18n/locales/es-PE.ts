import type { PartialMessages } from '../shape.js';

/** Peru: the words of its bank apps. */
export const esPE: PartialMessages = {
  labels: { message: 'Descripción' },
};
