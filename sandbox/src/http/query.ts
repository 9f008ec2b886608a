// A query is parsed once only, although the operation, the faults and the journal all need it.
const queries = new WeakMap<Request, URLSearchParams>();

/** The query of a request's URL, which is shared by all that read it. */
export function queryOf(request: Request): URLSearchParams {
  const query = queries.get(request) ?? new URL(request.url).searchParams;
  queries.set(request, query);
  return query;
}
