import type { PhoneTexts } from '../../phone/markup.js';

/** The shop's texts, except those of the slip. Amounts and dates follow the country's format. */
export interface ShopTexts {
  readonly country: string;
  /** The button that changes the country if scripts do not run. */
  readonly change: string;
  readonly pay: string;
  readonly thanks: (firstName: string) => string;
  readonly order: (number: string, date: string) => string;
  readonly preparing: (number: string) => string;
  readonly steps: {
    readonly placed: string;
    readonly payment: string;
    readonly waiting: string;
    /** Part of the payment arrived. */
    readonly part: string;
    readonly paid: string;
    readonly preparation: string;
    readonly whenPaid: string;
    readonly today: string;
    readonly delivery: string;
  };
  readonly yourOrder: string;
  /** The order in one line. */
  readonly brief: string;
  readonly dripper: readonly [name: string, description: string];
  readonly cup: readonly [name: string, description: string];
  readonly quantity: (count: number) => string;
  readonly products: string;
  readonly shipping: string;
  readonly total: string;
  readonly payment: string;
  /** The amount received, if it differs from the total. */
  readonly account: {
    readonly part: (received: string, missing: string) => string;
    /** The missing amount, shown while the order is folded. */
    readonly missing: (missing: string) => string;
    readonly over: (received: string, excess: string) => string;
    readonly returned: (sum: string) => string;
  };
  /** Other orders of the visitor that are not paid. */
  readonly open: { readonly title: string; readonly pay: string };
  /** The page with the payments of an order. */
  readonly payments: {
    readonly link: string;
    readonly title: (number: string) => string;
    readonly back: string;
  };
  readonly again: string;
  readonly deliverTo: string;
  readonly wallet: { readonly title: string; readonly text: string; readonly add: string };
  readonly questions: string;
  readonly write: string;
  readonly returns: string;
  readonly phone: PhoneTexts;
}
