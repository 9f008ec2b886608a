import type { Row } from '../../../core/reader/row.js';
import { copyText, type CopyOutcome } from '../clipboard.js';

/** What is copied: a row, the amount at the head of the slip, or all of it. */
export type CopyTarget = Row | 'amount' | 'all';

/** The last press, and what became of it: undefined while it is not known, and again when it was shown long enough. */
export interface CopyFeedback {
  readonly target: CopyTarget;
  readonly outcome: CopyOutcome | undefined;
}

interface Host {
  readonly renderRoot: Node;
  requestUpdate(): void;
}

/** How long the tick and the word stay. Milliseconds. */
const SHOWN_FOR = 2_000;

/** Copies, and remembers for a moment what came of it. A later press replaces an earlier one, whatever order they end in. */
export class CopyController {
  readonly #host: Host;
  #feedback: CopyFeedback | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  get feedback(): CopyFeedback | undefined {
    return this.#feedback;
  }

  /** Copies `text`; `shown` is what is selected where the browser allows no copying. */
  async copy(target: CopyTarget, text: string, shown: Node | null): Promise<CopyOutcome> {
    const press: CopyFeedback = { target, outcome: undefined };
    const isLast = (): boolean => this.#feedback === press;
    // A press that reaches the clipboard after a later one has taken that one's word from it.
    const onWritten = (): void => {
      if (this.#feedback?.outcome === 'copied' && this.#feedback.target !== target) this.clear();
    };
    this.#show(press);
    const outcome = await copyText(text, shown, this.#host.renderRoot, isLast, onWritten);
    if (isLast()) this.#show({ target, outcome });
    return outcome;
  }

  /** Forgets the last press: its slip is gone. */
  clear(): void {
    this.#show(undefined);
  }

  #show(feedback: CopyFeedback | undefined): void {
    clearTimeout(this.#timer);
    this.#feedback = feedback;
    this.#host.requestUpdate();
    // What the payer must still do by hand stays until the next press.
    if (feedback?.outcome !== 'copied') return;
    this.#timer = setTimeout(() => this.#show({ ...feedback, outcome: undefined }), SHOWN_FOR);
  }
}
