const NAME = 'control-token';

/**
 * The control token that this tab stored before a reload; empty if there is none. Stored for the tab only, so
 * that no other page of this machine sends it, or finds it after the tab is closed.
 */
export function keptToken(): string {
  return storage()?.getItem(NAME) ?? '';
}

/** Stores the token for this tab; an empty one removes the stored token. */
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
