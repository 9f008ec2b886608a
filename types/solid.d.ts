import type { JSX } from 'solid-js';
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

/** Solid writes the name of a property in lower case, unless `prop:` stands before it. */
type Prefixed<Properties> = {
  [Name in keyof Properties as `prop:${Name & string}`]?: Properties[Name];
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'deposit-slip': JSX.HTMLAttributes<DepositSlip> &
        DepositSlipAttributes &
        Prefixed<DepositSlipProperties> &
        DepositSlipListeners<'on:'>;
      'deposit-history': JSX.HTMLAttributes<DepositHistory> &
        DepositHistoryAttributes &
        Prefixed<DepositHistoryProperties> &
        DepositHistoryListeners<'on:'>;
    }
  }
}
