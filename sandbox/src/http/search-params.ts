// The operation, the faults and the journal all read the query: it is parsed once.
const queries = new WeakMap<Request, URLSearchParams>();

/** The query of a request. Every caller gets the same object. */
export function searchParamsOf(request: Request): URLSearchParams {
  const searchParams = queries.get(request) ?? new URL(request.url).searchParams;
  queries.set(request, searchParams);
  return searchParams;
}
