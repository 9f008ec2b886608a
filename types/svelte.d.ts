import type { HTMLAttributes } from 'svelte/elements';
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

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'deposit-slip': HTMLAttributes<DepositSlip> &
      DepositSlipAttributes &
      DepositSlipProperties &
      DepositSlipListeners<'on' | 'on:'>;
    'deposit-history': HTMLAttributes<DepositHistory> &
      DepositHistoryAttributes &
      DepositHistoryProperties &
      DepositHistoryListeners<'on' | 'on:'>;
  }
}
