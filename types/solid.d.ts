import type { JSX } from 'solid-js';
import type {
  DepositSlip,
  DepositSlipAttributes,
  DepositSlipListeners,
  DepositSlipProperties,
} from '../dist/element.js';

/** Solid writes the name of a property in lower case, unless `prop:` stands before it. */
type Properties = {
  [Name in keyof DepositSlipProperties as `prop:${Name}`]?: DepositSlipProperties[Name];
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'deposit-slip': JSX.HTMLAttributes<DepositSlip> &
        DepositSlipAttributes &
        Properties &
        DepositSlipListeners<'on:'>;
    }
  }
}
