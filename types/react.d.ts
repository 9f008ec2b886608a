import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  DepositSlip,
  DepositSlipAttributes,
  DepositSlipListeners,
  DepositSlipProperties,
} from '../dist/element.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'deposit-slip': DetailedHTMLProps<HTMLAttributes<DepositSlip>, DepositSlip> &
        DepositSlipAttributes &
        DepositSlipProperties &
        DepositSlipListeners<'on'>;
    }
  }
}
