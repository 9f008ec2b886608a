/** The current path of the app below `base`, such as `/add`, or empty. Navigation keeps the query. */
export class Router {
  readonly #base: string;
  readonly #show: (path: string) => void;

  /** `show` is called with every new path. */
  constructor(base: string, show: (path: string) => void) {
    this.#base = base;
    this.#show = show;
  }

  get path(): string {
    return location.pathname.slice(this.#base.length);
  }

  start(): void {
    addEventListener('popstate', () => this.#show(this.path));
    document.addEventListener('click', (event) => this.#follow(event));
    this.#show(this.path);
  }

  href(path: string): string {
    return `${this.#base}${path}${location.search}`;
  }

  go(path: string): void {
    if (path !== this.path) history.pushState({ isOfApp: true }, '', this.href(path));
    this.#show(path);
  }

  /** Goes back to the previous path. If the visitor entered the app here, replaces it with `path`. */
  back(path: string): void {
    if ((history.state as { isOfApp?: boolean } | null)?.isOfApp) return history.back();
    history.replaceState(null, '', this.href(path));
    this.#show(path);
  }

  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest('a');
    // The browser handles links to another window, site or page.
    const isOwn =
      event.button === 0 &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !event.defaultPrevented &&
      link?.target === '' &&
      link.closest('sol-wallet') !== null;
    if (!isOwn) return;
    event.preventDefault();
    this.go(link.pathname.slice(this.#base.length));
  }
}
