/**
 * The frame with the bank's app. Its pages replace each other in the history: otherwise the Back button would
 * rewind the phone instead of the page.
 */
export class BankFrame {
  readonly #frame: HTMLIFrameElement;
  readonly #onLoad: () => void;
  #page: Document | undefined;
  #isSending = false;

  /** `onLoad` is called for every page of the bank. */
  constructor(frame: HTMLIFrameElement, onLoad: () => void) {
    this.#frame = frame;
    this.#onLoad = onLoad;
  }

  start(): void {
    this.#frame.addEventListener('load', () => this.#enter());
    // The first page may have loaded before.
    if (this.#document.readyState === 'complete' && this.path.startsWith('/')) this.#enter();
  }

  /** The address of the page. */
  get path(): string {
    return pathOf(this.#frame.contentWindow!.location);
  }

  show(path: string): void {
    if (path !== this.path) this.#frame.contentWindow!.location.replace(path);
  }

  get #document(): Document {
    return this.#frame.contentDocument!;
  }

  #enter(): void {
    const page = this.#document;
    if (page === this.#page) return;
    this.#page = page;
    page.addEventListener('click', (event) => this.#follow(event));
    page.addEventListener('submit', (event) => void this.#submit(event));
    // Payers who use the keyboard keep the focus in the frame.
    if (document.activeElement === this.#frame) focusOn(page.querySelector<HTMLElement>('.outcome h1'));
    this.#onLoad();
  }

  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest('a');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!isPlain || link?.origin !== location.origin || link.target !== '') return;
    event.preventDefault();
    this.show(pathOf(link));
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { action, method } = event.target as HTMLFormElement;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(event.target as HTMLFormElement, event.submitter))
      if (typeof value === 'string') fields.append(name, value);
    if (method === 'get') return this.show(`${new URL(action).pathname}?${fields}`);
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      const response = await fetch(action, { method, body: fields });
      // Without a redirect nothing was paid, and the page says why.
      if (response.redirected) this.show(pathOf(new URL(response.url)));
      else this.#render(await response.text());
    } finally {
      this.#isSending = false;
    }
  }

  #render(html: string): void {
    const page = this.#document;
    const { DOMParser } = page.defaultView!;
    const { body, title } = new DOMParser().parseFromString(html, 'text/html');
    page.body.replaceWith(page.adoptNode(body));
    page.title = title;
    page.querySelector<HTMLElement>('[autofocus]')?.focus();
  }
}

function focusOn(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

function pathOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return pathname + search;
}
