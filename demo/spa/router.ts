/**
 * Routes by the history API: links within the app load nothing. `show` is called with each new path, first with the one
 * the page was opened at.
 */
export function startRouter(base: string, show: (path: string) => void): void {
  addEventListener('popstate', () => show(location.pathname));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    // Another window, another site or another page of this one is the browser's own business.
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
