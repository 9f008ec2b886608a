import type { HistoryDeposit } from '../../../core/reader/history.js';
import type { RowContext } from '../../shared/views/row.js';
import type { SumContext } from '../../shared/views/sum.js';
import type { HistoryMessages } from '../messages.js';

/** The texts, formats and user actions that the views need in addition to the state. */
export interface HistoryContext extends RowContext, SumContext {
  /** The texts that only the history has. */
  readonly texts: HistoryMessages;
  /** The language of the texts, a BCP 47 tag. */
  readonly lang: string;
  /** On paper: what is written stays true on other days. */
  readonly isPrinting: boolean;
  /** An https, mailto or tel URL for contacting the merchant. */
  readonly contact: string | undefined;
  readonly onOpen: (deposit: HistoryDeposit) => void;
  readonly onToggle: (id: string) => void;
  readonly onShowMore: () => void;
  readonly onNewest: () => void;
  readonly onRetry: () => void;
  readonly onCheckAgain: () => void;
}
