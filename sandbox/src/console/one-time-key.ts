/**
 * The key in the address of the page; empty if there is none. It is taken out of the address and the history
 * of the tab.
 */
export function takeKey(): string {
  const [, key = ''] = /^#key=([\w-]+)$/.exec(location.hash) ?? [];
  if (key !== '') history.replaceState(null, '', location.pathname);
  return key;
}
