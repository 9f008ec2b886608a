const NAME = 'control-token';

/**
 * The control token that this tab has kept over a reload; empty if there is none. It is the storage of the
 * tab, so that no other page of this machine sends it or finds it once the tab is closed.
 */
export function keptToken(): string {
  return storage()?.getItem(NAME) ?? '';
}

/** Keeps the token for this tab; an empty one removes what was kept. */
export function keepToken(token: string): void {
  if (token === '') storage()?.removeItem(NAME);
  else storage()?.setItem(NAME, token);
}

/** Undefined where the browser forbids storage: the console then works until the page is reloaded. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
