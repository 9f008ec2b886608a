import type { ReactiveControllerHost } from 'lit';
import { Controller } from './controller.js';

/** Knows whether the page is being printed, however that began. */
export class PrintController extends Controller {
  /** Between `beforeprint` and `afterprint`. */
  isPrinting = false;
  readonly #onChange: () => void;

  /** `onChange` must render at once: a script that prints gives no time for it. */
  constructor(host: ReactiveControllerHost, onChange: () => void) {
    super();
    this.#onChange = onChange;
    host.addController(this);
  }

  override hostConnected(): void {
    for (const type of EVENTS) addEventListener(type, this.#onPrint);
  }

  override hostDisconnected(): void {
    for (const type of EVENTS) removeEventListener(type, this.#onPrint);
  }

  readonly #onPrint = ({ type }: Event): void => {
    this.isPrinting = type === 'beforeprint';
    this.#onChange();
  };
}

const EVENTS = ['beforeprint', 'afterprint'] as const;
