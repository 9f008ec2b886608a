/** The wallet's texts, except those of its elements. */
export interface WalletTexts {
  /** The name of the app. */
  readonly name: string;
  readonly balance: string;
  readonly currency: string;
  readonly add: string;
  /** The name of the tabs. */
  readonly tabs: string;
  readonly home: string;
  readonly deposits: string;
  readonly close: string;
  /** Leads from the receipt of a deposit back to the wallet. */
  readonly done: string;
  readonly received: (sum: string) => string;
  readonly justNow: string;
  /** The text above the payer's phone. */
  readonly phone: string;
  /** The button that closes the phone once the money has arrived behind it. */
  readonly see: string;
}
