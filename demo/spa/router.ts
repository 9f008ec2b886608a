/** Routes by the history API. `show` is called with every new path, first with the path the page was opened at. */
export function startRouter(base: string, show: (path: string) => void): void {
  addEventListener('popstate', () => show(location.pathname));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    // The browser handles links to another window, site or page.
    const isOwn =
      event.button === 0 &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !event.defaultPrevented &&
      link?.target === '' &&
      link.origin === location.origin &&
      (link.pathname === base || link.pathname.startsWith(`${base}/`));
    if (!isOwn) return;
    event.preventDefault();
    if (link.pathname !== location.pathname) history.pushState(null, '', link.href);
    show(link.pathname);
  });
  show(location.pathname);
}
