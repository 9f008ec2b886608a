import type { HTMLAttributes } from 'preact';
import type {
  DepositSlip,
  DepositSlipAttributes,
  DepositSlipListeners,
  DepositSlipProperties,
} from '../dist/element.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'deposit-slip': HTMLAttributes<DepositSlip> &
        DepositSlipAttributes &
        DepositSlipProperties &
        DepositSlipListeners<'on'>;
    }
  }
}
