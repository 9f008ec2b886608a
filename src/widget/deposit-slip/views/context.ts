import type { PictureState } from '../../shared/controllers/picture-controller.js';
import type { QrState } from '../../shared/controllers/qr-controller.js';
import type { RowContext } from '../../shared/views/row.js';

/** What the views of a slip need besides the state: formats, settings, and what a payer can do. */
export interface SlipContext extends RowContext {
  /** The language of the texts, a BCP 47 tag. */
  readonly lang: string;
  /** The locale amounts are written in. */
  readonly numberLocale: string;
  /**
   * The locale the payer's bank writes amounts in, whatever the payer's language: `1250,00` may be read as
   * 125000 elsewhere.
   */
  readonly bankLocale: string;
  /** The merchant's name as the attribute has it; not shown if absent. */
  readonly merchantName: string | undefined;
  /** The merchant's own number of the order; empty if the page gave none. */
  readonly order: string;
  /** An https, mailto or tel URL to ask the merchant at. */
  readonly contact: string | undefined;
  readonly qr: QrState;
  /** The picture of a QR code, in place of one that is drawn. */
  readonly picture: PictureState;
  /** Whether the response is marked as test. While it is on its way, it may be. */
  readonly isTest: boolean;
  /** Whether the page asked to be told of the arrival. */
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
