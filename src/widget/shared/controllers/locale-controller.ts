import { isServer, type ReactiveControllerHost } from 'lit';
import { record } from '../../../core/record.js';
import { onLocaleRegistered } from '../i18n/locales.js';
import { parentOf } from '../parent-of.js';
import { Controller } from './controller.js';

/**
 * The language of an element: its own `lang`, else the nearest ancestor's (through shadow roots), else the
 * navigator's. Updates the host when one of them changes, and when a locale is registered.
 */
export class LocaleController extends Controller {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #observer: MutationObserver | undefined;
  #tag: string | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    super();
    this.#host = host;
    host.addController(this);
  }

  /** A well-formed BCP 47 tag. */
  get tag(): string {
    return (this.#tag ??= this.#resolve());
  }

  override hostConnected(): void {
    this.#update();
    this.#observer ??= new MutationObserver(() => this.#update());
    this.#unsubscribe = onLocaleRegistered(() => this.#host.requestUpdate());
    for (let root: Node | undefined = this.#host.getRootNode(); root; root = outerRoot(root))
      this.#observer.observe(
        root,
        record<MutationObserverInit>({ subtree: true, attributeFilter: ['lang'] }),
      );
  }

  override hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#observer?.disconnect();
  }

  #update(): void {
    const tag = this.#resolve();
    if (tag === this.#tag) return;
    this.#tag = tag;
    this.#host.requestUpdate();
  }

  #resolve(): string {
    if (isServer) return canonical(this.#host.getAttribute('lang')) ?? 'en';
    for (let node: Element | null = this.#host; node; node = parentOf(node)) {
      const tag = canonical(node.getAttribute('lang'));
      if (tag) return tag;
    }
    return canonical(navigator.language) ?? 'en';
  }
}

function outerRoot(root: Node): Node | undefined {
  return root instanceof ShadowRoot ? root.host.getRootNode() : undefined;
}

function canonical(tag: string | null): string | undefined {
  if (!tag) return undefined;
  try {
    return Intl.getCanonicalLocales(tag.trim().replace(/_/g, '-'))[0];
  } catch {
    return undefined;
  }
}
