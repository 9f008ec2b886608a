import { record } from '../../../core/record.js';
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

/** Milliseconds for which the tick and the word "Copied" stay visible. */
const FEEDBACK_DURATION = 2_000;

/** State that all copy buttons of a page share. */
interface Presses {
  /**
   * The last press on any element: only that press may use a fallback, because a fallback could overwrite
   * what a later press copied.
   */
  last?: CopyFeedback;
  /**
   * Called with a text that reached the clipboard by a press on any element: withdraws other "Copied"
   * messages.
   */
  onWritten?: ((text: string) => void) | undefined;
}

/**
 * Stored on the page and not in this module, because the script-tag file of each element has its own copy of
 * the module.
 */
const PRESSES = Symbol.for('deposit-slip.presses');
const presses = ((globalThis as { [PRESSES]?: Presses })[PRESSES] ??= record<Presses>({}));

/**
 * Copies text and shows the outcome of the last press for a moment, even if an earlier press finishes after
 * it.
 */
export class CopyController {
  readonly #host: Host;
  #feedback: CopyFeedback | undefined;
  /** The text copied last. */
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** An earlier copy may complete after a later one: the clipboard no longer holds the later value. */
  readonly #onWritten = (text: string): void => {
    if (text !== this.#text) this.clear();
  };

  constructor(host: Host) {
    this.#host = host;
  }

  get feedback(): CopyFeedback | undefined {
    return this.#feedback;
  }

  /** Copies `text`. `node` is selected if the browser does not allow copying. */
  async copy(target: unknown, text: string, node: Node | null): Promise<CopyOutcome> {
    const press: CopyFeedback = { target, outcome: undefined };
    const isLast = (): boolean => presses.last === press;
    presses.last = press;
    this.#text = text;
    this.#show(press);
    const outcome = await copyText(text, node, this.#host.renderRoot, isLast, () =>
      presses.onWritten?.(text),
    );
    if (this.#feedback === press) this.#show({ target, outcome });
    return outcome;
  }

  /** Forgets the last press. */
  clear(): void {
    this.#show(undefined);
  }

  #show(feedback: CopyFeedback | undefined): void {
    clearTimeout(this.#timer);
    this.#feedback = feedback;
    if (presses.onWritten === this.#onWritten) presses.onWritten = undefined;
    this.#host.requestUpdate();
    // "Selected" and "could not copy" ask the payer to act, so they stay until the next press.
    if (feedback?.outcome !== 'copied') return;
    presses.onWritten = this.#onWritten;
    this.#timer = setTimeout(() => this.#show({ ...feedback, outcome: undefined }), FEEDBACK_DURATION);
  }
}
