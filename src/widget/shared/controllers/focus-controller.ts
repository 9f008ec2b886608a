import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Visit } from '../../deposit-slip/state.js';

/**
 * The button that was pressed may go with its view: the title of the next one takes the focus, so that a keyboard or a
 * screen reader is not sent back to the top of the page. A skeleton takes none; the wait for its slip is borne.
 */
export class FocusController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #visit: () => Visit;
  #shown: Visit;
  #hadFocus = false;
  #isLost = false;
  #isSpoken = false;

  constructor(host: ReactiveControllerHost & Element, visit: () => Visit) {
    this.#host = host;
    this.#visit = visit;
    this.#shown = visit();
    host.addController(this);
  }

  /** Whether the title of this view is read because it takes the focus, and need not be said besides. */
  get isSpoken(): boolean {
    return this.#isSpoken;
  }

  hostUpdate(): void {
    this.#hadFocus = this.#host.shadowRoot?.activeElement != null;
    const { status } = this.#visit();
    if (status !== this.#shown.status)
      this.#isSpoken = this.#isLost && status !== 'loading' && isNobodys(document.activeElement);
  }

  hostUpdated(): void {
    const visit = this.#visit();
    if (visit === this.#shown) return;
    this.#shown = visit;
    const isLoading = visit.status === 'loading';
    const root = this.#host.shadowRoot;
    // A skeleton is inert: what has the focus in it keeps it for a frame at most.
    if (this.#hadFocus && (isLoading || !root?.activeElement)) this.#isLost = true;
    if (!this.#isLost || isLoading) return;
    this.#isLost = false;
    if (isNobodys(document.activeElement))
      root?.querySelector<HTMLElement>('#title')?.focus({ preventScroll: true });
  }
}

function isNobodys(focused: Element | null): boolean {
  return focused === null || focused === document.body;
}
