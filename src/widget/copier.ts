import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Row } from '../core/row.js';
import { copyText, type CopyOutcome } from './clipboard.js';

/** What is copied: a row, the amount at the head of the slip, or all of it. */
export type CopyTarget = Row | 'amount' | 'all';

/** What became of the last press. */
export interface CopyFeedback {
  readonly target: CopyTarget;
  readonly outcome: CopyOutcome;
}

/** How long the tick and the word stay. Milliseconds. */
const SHOWN_FOR = 2_000;

/** Copies, and remembers for a moment what came of it. A later press replaces an earlier one, whatever order they end in. */
export class Copier implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  #feedback: CopyFeedback | undefined;
  #press = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & { readonly renderRoot: ParentNode }) {
    this.#host = host;
    host.addController(this);
  }

  get feedback(): CopyFeedback | undefined {
    return this.#feedback;
  }

  /** Copies `text`; `shown` is what is selected where the browser allows no copying. */
  async copy(target: CopyTarget, text: string, shown: Node | null): Promise<CopyOutcome> {
    const press = ++this.#press;
    const outcome = await copyText(text, shown, this.#host.renderRoot);
    if (press === this.#press) this.#show({ target, outcome });
    return outcome;
  }

  hostDisconnected(): void {
    this.clear();
  }

  /** Forgets the last press: its slip is gone. */
  clear(): void {
    this.#press++;
    clearTimeout(this.#timer);
    this.#feedback = undefined;
  }

  #show(feedback: CopyFeedback): void {
    clearTimeout(this.#timer);
    this.#feedback = feedback;
    this.#host.requestUpdate();
    // What the payer must still do by hand stays until the next press.
    if (feedback.outcome !== 'copied') return;
    this.#timer = setTimeout(() => {
      this.#feedback = undefined;
      this.#host.requestUpdate();
    }, SHOWN_FOR);
  }
}
