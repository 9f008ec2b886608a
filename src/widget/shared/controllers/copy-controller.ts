import { copyText, type CopyOutcome } from '../clipboard.js';

/** The last press of a copy button. */
export interface CopyFeedback {
  /** Identifies the button that was pressed. */
  readonly target: unknown;
  /** Undefined while the copy is pending, and after the confirmation is hidden. */
  readonly outcome: CopyOutcome | undefined;
}

interface Host {
  readonly renderRoot: Node;
  requestUpdate(): void;
}

/** Milliseconds the tick and the word "Copied" stay. */
const FEEDBACK_DURATION = 2_000;

/** Copies text and keeps the outcome of the last press for a moment. Only the last press counts, even if an earlier one finishes after it. */
export class CopyController {
  readonly #host: Host;
  #feedback: CopyFeedback | undefined;
  /** What was copied last. */
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  get feedback(): CopyFeedback | undefined {
    return this.#feedback;
  }

  /** Copies `text`. `shown` is the node that is selected if the browser does not allow copying. */
  async copy(target: unknown, text: string, shown: Node | null): Promise<CopyOutcome> {
    const press: CopyFeedback = { target, outcome: undefined };
    const isLast = (): boolean => this.#feedback === press;
    // If an earlier copy completes after a later one, the clipboard no longer holds the later value: clear its "Copied".
    const onWritten = (): void => {
      if (this.#feedback?.outcome === 'copied' && this.#text !== text) this.clear();
    };
    this.#text = text;
    this.#show(press);
    const outcome = await copyText(text, shown, this.#host.renderRoot, isLast, onWritten);
    if (isLast()) this.#show({ target, outcome });
    return outcome;
  }

  /** Forgets the last press. */
  clear(): void {
    this.#show(undefined);
  }

  #show(feedback: CopyFeedback | undefined): void {
    clearTimeout(this.#timer);
    this.#feedback = feedback;
    this.#host.requestUpdate();
    // "Selected" and "could not copy" ask the payer to act, so they stay until the next press.
    if (feedback?.outcome !== 'copied') return;
    this.#timer = setTimeout(() => this.#show({ ...feedback, outcome: undefined }), FEEDBACK_DURATION);
  }
}
