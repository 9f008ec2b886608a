/** The bearer token of a request (RFC 6750, 2.1); undefined if there is none. */
export function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1];
}
