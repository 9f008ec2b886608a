import type { CopyFeedback, CopyTarget } from '../../shared/controllers/copy-controller.js';
import type { QrState } from '../../shared/controllers/qr-controller.js';
import type { Messages } from '../../shared/i18n/types.js';

/** What the views are given beside the visit: words, notation, and what the last press of a button came to. */
export interface Scene {
  readonly messages: Messages;
  /** The locale amounts are written in. */
  readonly numbers: string;
  /** The merchant's name, or the words for "the merchant". */
  readonly merchant: string;
  /** The merchant's name as given; nothing is shown where none was. */
  readonly merchantName: string | undefined;
  readonly copied: CopyFeedback | undefined;
  readonly qr: QrState;
  readonly watch: boolean;
  /** Whether there is an endpoint to ask for another slip. */
  readonly canRenew: boolean;
  /** Whether the device has a way to hand texts on. */
  readonly canShare: boolean;
  readonly handlers: Handlers;
}

/** What a payer can do. */
export interface Handlers {
  readonly onCopy: (target: Exclude<CopyTarget, 'all'>) => void;
  readonly onLink: (event: Event, href: string) => void;
  readonly onToggleQr: () => void;
  readonly onTyped: (event: Event) => void;
  readonly onTypedKey: (event: KeyboardEvent) => void;
  readonly onSubmit: () => void;
  readonly onChoose: (paymentId: number) => void;
  readonly onOther: () => void;
  readonly onRenew: (event: MouseEvent) => void;
  readonly onShare: () => void;
  readonly onPrint: () => void;
  readonly onRetry: () => void;
  readonly onCheckAgain: () => void;
}
