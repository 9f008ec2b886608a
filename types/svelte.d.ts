import type { HTMLAttributes } from 'svelte/elements';
import type {
  DepositSlip,
  DepositSlipAttributes,
  DepositSlipListeners,
  DepositSlipProperties,
} from '../dist/element.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'deposit-slip': HTMLAttributes<DepositSlip> &
      DepositSlipAttributes &
      DepositSlipProperties &
      DepositSlipListeners<'on' | 'on:'>;
  }
}
