/** Which records of the store are a kit's, unless it says so itself: those of one API, live or test. */
export function defaultScope({ origin, pathname }: URL, test: boolean): string {
  return `${origin}${pathname.replace(/\/+$/, '')}${test ? ' test' : ''}`;
}
