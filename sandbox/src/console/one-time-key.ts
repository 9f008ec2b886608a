/**
 * The key in the page's address; empty if there is none. Removes the key from the address and from the tab's
 * history.
 */
export function takeKey(): string {
  const [, key = ''] = /^#key=([\w-]+)$/.exec(location.hash) ?? [];
  if (key !== '') history.replaceState(null, '', location.pathname);
  return key;
}
