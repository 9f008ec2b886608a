/** The bearer string of a request, as the element sent it (RFC 6750, 2.1); undefined where it has none. */
export function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1];
}
