import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  DepositSlip,
  DepositSlipAttributes,
  DepositSlipListeners,
  DepositSlipProperties,
} from '../dist/element.js';
import type {
  DepositHistory,
  DepositHistoryAttributes,
  DepositHistoryListeners,
  DepositHistoryProperties,
} from '../dist/history.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'deposit-slip': DetailedHTMLProps<HTMLAttributes<DepositSlip>, DepositSlip> &
        DepositSlipAttributes &
        DepositSlipProperties &
        DepositSlipListeners<'on'>;
      'deposit-history': DetailedHTMLProps<HTMLAttributes<DepositHistory>, DepositHistory> &
        DepositHistoryAttributes &
        DepositHistoryProperties &
        DepositHistoryListeners<'on'>;
    }
  }
}
