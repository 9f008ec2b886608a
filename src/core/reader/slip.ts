import type { GuardedLink, LinkPolicy } from '../links.js';
import type { Method, Role } from '../methods.js';
import type { Picture } from './picture.js';
import type { Row } from './row.js';

/** The slip that is requested from the endpoint. `amount` is a plain decimal string. */
export interface SlipRequest {
  readonly paymentId?: number | undefined;
  readonly fiat?: string | undefined;
  readonly amount?: string | undefined;
  /** Asks for a new slip, even if this visit has one. */
  readonly refresh?: boolean | undefined;
}

/** A link that passed `guardLink`, with its wire key. */
export interface SlipLink extends GuardedLink {
  readonly key: string;
  readonly role: 'link' | 'qr';
}

/** A notice to the payer about the slip as a whole. */
export interface Notice {
  /**
   * - `rail`: the details are of a different rail than requested.
   * - `amount`: the code contains a different amount than requested.
   * - `key`: the response contained a Pix key that differs from the one in the code.
   * - `qr`: the code failed its check and is not drawn.
   * - `account`: the account has changed since the visit that `seen` is from.
   */
  readonly kind: 'rail' | 'amount' | 'key' | 'qr' | 'account';
  /** The amount in the code, for the kind `amount`. */
  readonly amount?: string;
}

/** A defect of a response that is still shown, for the merchant. `padding`: white space was removed. */
export interface Warning {
  readonly key: string;
  readonly kind: Row['kind'];
  readonly reason:
    | 'check'
    | 'unknown-field'
    | 'amount'
    | 'key'
    | 'rail'
    | 'lossy'
    | 'qr'
    | 'link'
    | 'padding';
}

/** The instructions a payer sees. Frozen: copied and drawn values come from here and never from the DOM. */
export interface Slip {
  readonly paymentId?: number;
  /** The requested method. It decides the title. */
  readonly method?: Method;
  /**
   * The method whose details the response contains: the requested one, unless there is a `rail` notice. It
   * decides which values are essential.
   */
  readonly rail?: Method;
  readonly fiat?: string;
  readonly txId?: string;
  /** The requested amount, which no response repeats (docs/reading-policy.md R22). */
  readonly askedAmount?: string;
  /** `paymentMethodName`, for a payment id this version does not know (docs/reading-policy.md R7 and R29). */
  readonly title?: string;
  /** The role of the value the payer needs first. */
  readonly lead?: Role;
  readonly rows: readonly Row[];
  /** The code to draw. It has passed its check. */
  readonly code?: { readonly key: string; readonly payload: string };
  /**
   * A picture of a code, for a rail where a QR code is enough to pay. Absent if the response contains a code
   * as text.
   */
  readonly picture?: Picture;
  /** Identifies the account, to recognize it on a later visit. Absent if the response names no account. */
  readonly fingerprint?: string;
  readonly links: readonly SlipLink[];
  readonly notices: readonly Notice[];
  readonly warnings: readonly Warning[];
}

/** Options of `readSlip`. */
export interface ReaderOptions {
  /** Rules for accepting links. By default, links to any https host. */
  readonly links?: LinkPolicy;
  /**
   * If an essential value fails its check, the result is the problem `unverified`. Other values that fail are
   * omitted.
   */
  readonly strict?: boolean;
  /** The known methods. By default `METHODS`. */
  readonly methods?: readonly Method[];
  /** The account holder's name, for rails whose responses have none (docs/reading-policy.md R25). */
  readonly beneficiaryName?: string | undefined;
  /** The `fingerprint` of an earlier slip. If the account has changed, the slip has an `account` notice. */
  readonly seen?: string | undefined;
}
