import type { PictureState } from '../../shared/controllers/picture-controller.js';
import type { QrState } from '../../shared/controllers/qr-controller.js';
import type { RowContext } from '../../shared/views/row.js';
import type { SumContext } from '../../shared/views/sum.js';

/** The formats, settings and user actions that the views of a slip need in addition to the state. */
export interface SlipContext extends RowContext, SumContext {
  /** The language of the texts, a BCP 47 tag. */
  readonly lang: string;
  /** The merchant's name from the attribute; not shown if absent. */
  readonly merchantName: string | undefined;
  /** The merchant's order number; empty if the page sets none. */
  readonly order: string;
  /** An https, mailto or tel URL for contacting the merchant. */
  readonly contact: string | undefined;
  readonly qr: QrState;
  /** The picture of a QR code, instead of a drawn one. */
  readonly picture: PictureState;
  /** Whether the response is marked as test. While it is on its way, it may be. */
  readonly isTest: boolean;
  /** Whether the page asked to watch for the arrival. */
  readonly watch: boolean;
  /** Whether there is an endpoint to request another slip from. */
  readonly canRenew: boolean;
  /** Whether the device can share text. */
  readonly canShare: boolean;
  /** Whether the payer can enter another amount. */
  readonly canChangeAmount: boolean;
  /** Whether there are other methods to choose. */
  readonly canChoose: boolean;
  readonly onLink: (event: Event, href: string) => void;
  readonly onToggleQr: () => void;
  readonly onSaveQr: () => void;
  readonly onInput: (event: Event) => void;
  readonly onKeydown: (event: KeyboardEvent) => void;
  readonly onSubmit: () => void;
  readonly onChoose: (paymentId: number) => void;
  readonly onChangeMethod: () => void;
  readonly onChangeAmount: () => void;
  readonly onRenew: (event: MouseEvent) => void;
  readonly onShare: () => void;
  readonly onPrint: () => void;
  readonly onRetry: () => void;
  readonly onCheckAgain: () => void;
}
