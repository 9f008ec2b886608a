import type { ReactiveControllerHost } from 'lit';
import { showTop } from '../scrolling.js';
import { Controller } from './controller.js';

type Host = ReactiveControllerHost & Element & { readonly hasUpdated: boolean };

/** The current view of the host's state. */
export interface FocusView {
  /** Identity of the state, compared to detect a change. */
  readonly key: unknown;
  /** Name of the view. When it changes, the focus moves to `target`. */
  readonly view: string;
  /** Whether the view is a skeleton, which cannot be focused. */
  readonly isBusy: boolean;
  /** Selector of the element that gets the focus: the heading, or a field to fill in. */
  readonly target: string;
}

/**
 * Keeps the focus in the element when the focused button disappears with its view: the heading or the field
 * of the next view gets the focus, so that keyboard and screen reader users are not sent back to the top of
 * the page. Scrolls the top of the element into view.
 */
export class FocusController extends Controller {
  readonly #host: Host;
  readonly #current: () => FocusView;
  #shown: FocusView;
  #hadFocus = false;
  #isLost = false;
  #headingTakesFocus = false;

  constructor(host: Host, current: () => FocusView) {
    super();
    this.#host = host;
    this.#current = current;
    this.#shown = current();
    host.addController(this);
  }

  /**
   * Whether the heading of this view gets the focus: a screen reader then reads it, so it need not be
   * announced.
   */
  get headingTakesFocus(): boolean {
    return this.#headingTakesFocus;
  }

  override hostUpdate(): void {
    this.#hadFocus = this.#host.shadowRoot?.activeElement != null;
    const { view, isBusy } = this.#current();
    // With its first view, the element takes over what a server rendered, so nothing disappears.
    if (view === this.#shown.view || !this.#host.hasUpdated) return;
    // A focused node disappears with its view; before a skeleton, the focus was already lost.
    const isLost = this.#shown.isBusy ? this.#isLost && isUnfocused(document.activeElement) : this.#hadFocus;
    this.#headingTakesFocus = isLost && !isBusy;
  }

  override hostUpdated(): void {
    const current = this.#current();
    const root = this.#host.shadowRoot;
    const isGone = this.#hadFocus && !root?.activeElement;
    // Content that could not be updated is rendered again, and the focused node with it.
    if (current.key === this.#shown.key && !isGone) return;
    this.#shown = current;
    // A skeleton is inert: a focused node in it keeps the focus for one frame at most.
    if (isGone || (this.#hadFocus && current.isBusy)) this.#isLost = true;
    if (!this.#isLost || current.isBusy) return;
    this.#isLost = false;
    if (!isUnfocused(document.activeElement)) return;
    root?.querySelector<HTMLElement>(current.target)?.focus({ preventScroll: true });
    showTop(this.#host);
  }
}

/** Whether nothing in particular has the focus. */
function isUnfocused(focused: Element | null): boolean {
  return focused === null || focused === document.body;
}
