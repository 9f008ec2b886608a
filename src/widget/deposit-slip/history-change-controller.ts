import type { HistoryDeposit } from '../../core/reader/history.js';
import { Controller } from '../shared/controllers/controller.js';
import { isElementOf } from '../shared/elements-of.js';
import type { Settings } from './settings.js';

/** What a history tells when its list is shown or has changed. */
type ListEvent = Event & { readonly deposits: readonly HistoryDeposit[] };

/**
 * Calls back when a history of the same endpoint on the page shows other deposits than before: the two must
 * not disagree.
 */
export class HistoryChangeController extends Controller {
  readonly #settings: () => Pick<Settings, 'endpoint'>;
  readonly #onChange: () => void;
  /** The histories that have shown their first list. */
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
    const { deposits } = event as ListEvent;
    // The first list is news if something has arrived: the slip may be older.
    if (this.#listed.has(history) || deposits.some(({ status }) => status !== 'waiting')) this.#onChange();
    this.#listed.add(history);
  };
}
