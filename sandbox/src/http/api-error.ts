/** Error statuses of the API; the envelope's `code` is the same number. */
export type ApiErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

/** An HTTP error. Its message is one sentence for the caller and names the parameter at fault. */
export class ApiError extends Error {
  readonly status: ApiErrorStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ApiErrorStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
  }
}

/**
 * A 404 for something that does not exist or belongs to another merchant. Both get the same message, so that
 * a caller cannot find out which ids exist (sandbox/README.md, Order of checks).
 */
export function notFound(what: string, id: bigint | string): ApiError {
  return new ApiError(404, `${what} ${id} was not found.`);
}

/** The envelope of an error, as JSON. */
export function errorBody({ status, message }: ApiError): string {
  return JSON.stringify({ code: status, msg: message, data: null });
}
