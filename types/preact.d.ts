import type { HTMLAttributes } from 'preact';
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

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'deposit-slip': HTMLAttributes<DepositSlip> &
        DepositSlipAttributes &
        DepositSlipProperties &
        DepositSlipListeners<'on'>;
      'deposit-history': HTMLAttributes<DepositHistory> &
        DepositHistoryAttributes &
        DepositHistoryProperties &
        DepositHistoryListeners<'on'>;
    }
  }
}
