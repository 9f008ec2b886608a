/** The default scope of a kit's records in the store: one API, live or test. */
export function defaultScope({ origin, pathname }: URL, test: boolean): string {
  return `${origin}${pathname.replace(/\/+$/, '')}${test ? ' test' : ''}`;
}
