/** The data that a start adds to the seeded data, in the same shapes as the bodies of the control API. */
export interface SeedData {
  readonly merchants?: readonly MerchantParams[];
  readonly paymentMethods?: readonly PaymentMethodParams[];
  readonly tokens?: readonly TokenParams[];
}

/** A merchant to add. */
export interface MerchantParams {
  readonly merchantId: number;
  readonly type: 'individual' | 'business';
  /** Default: `Merchant` and its id. */
  readonly name?: string;
  /** Default: none; activations that need an address must then state one. */
  readonly email?: string;
  /** An access token to give access to the merchant, new or not. */
  readonly token?: string;
  /** The currencies of its accounts, each with the decimal amount of its opening deposit; `0` for none. */
  readonly balances?: Readonly<Record<string, string | number>>;
}

/** A stored payment method to add, which claims can be paid to. */
export interface PaymentMethodParams {
  readonly userPaymentId: number;
  readonly merchantId: number;
  readonly fiat: string;
  readonly name?: string;
}

/** An access token, and the merchants it gives access to. */
export interface TokenParams {
  readonly token: string;
  readonly merchantIds: readonly number[];
}

/** The data or the file to add does not have the documented shape. The message is one sentence. */
export class SeedRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SeedRefused';
  }
}
