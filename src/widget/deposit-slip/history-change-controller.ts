import { Controller } from '../shared/controllers/controller.js';
import { isElementOf } from '../shared/elements-of.js';
import type { Settings } from './settings.js';

/**
 * Calls back when a history of the same endpoint on the page shows other deposits than before: the two must
 * not disagree.
 */
export class HistoryChangeController extends Controller {
  readonly #settings: () => Pick<Settings, 'endpoint'>;
  readonly #onChange: () => void;
  /** The histories that have shown their first list, which is not a change. */
  readonly #listed = new WeakSet<EventTarget>();

  constructor(settings: () => Pick<Settings, 'endpoint'>, onChange: () => void) {
    super();
    this.#settings = settings;
    this.#onChange = onChange;
  }

  override hostConnected(): void {
    document.addEventListener('deposit-list', this.#onList);
  }

  override hostDisconnected(): void {
    document.removeEventListener('deposit-list', this.#onList);
  }

  readonly #onList = (event: Event): void => {
    const [history] = event.composedPath();
    const url = this.#settings().endpoint?.url;
    if (url === undefined || !isElementOf('deposit-history', url, history)) return;
    if (this.#listed.has(history)) this.#onChange();
    this.#listed.add(history);
  };
}
