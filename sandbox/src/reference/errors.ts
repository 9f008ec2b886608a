import type { ApiErrorStatus } from '../http/api-error.js';
import { jsonContent, type Json } from './json-schema.js';

/** The errors by status: the component's name, and its description (sandbox/README.md, Errors). */
const ERRORS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is malformed; msg names the parameter at fault.'],
  401: ['Unauthorized', 'The token is missing or invalid.'],
  403: ['Forbidden', 'The Host of the request is not allowed.'],
  404: ['NotFound', 'Something the request names does not exist, or belongs to another token.'],
  409: [
    'Conflict',
    'A clientId was used with another body, the time is before the last entry of the account, or the initial snapshot would be changed.',
  ],
  413: ['TooLarge', 'The body is too large.'],
  415: ['UnsupportedMediaType', 'The body is not JSON.'],
  422: ['Refused', 'The request is well-formed, but the state of the account does not allow it.'],
  429: ['TooManyRequests', 'Sent only because of a fault.'],
  500: [
    'Failed',
    'Either the outcome is unknown: repeat the request with the same clientId. Or the sandbox failed: its log has the cause.',
  ],
  503: ['Unavailable', 'Nothing was done: send the request again.'],
};

/** The form of every `msg`: one sentence. */
const SENTENCE = '^[A-Z][^\\x00-\\x1f]*\\.$';

/** Headers of every response. */
export const HEADERS: Json = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'Cache-Control': { $ref: '#/components/headers/CacheControl' },
  'X-Content-Type-Options': { $ref: '#/components/headers/ContentTypeOptions' },
};

/** The components that `HEADERS` and errors refer to. */
export const HEADER_COMPONENTS: Json = {
  RequestId: header('Id of the request.', { type: 'string', format: 'uuid' }),
  CacheControl: header('No response may be cached.', { type: 'string', const: 'no-store' }),
  ContentTypeOptions: header('Browsers must not guess the type.', { type: 'string', const: 'nosniff' }),
  RetryAfter: header('Seconds to wait.', { type: 'integer', minimum: 0 }),
};

function header(description: string, schema: Json): Json {
  return { description, required: true, schema };
}

const RETRY_AFTER: readonly string[] = ['TooManyRequests', 'Unavailable'];

/** The schema of an error: the envelope with its status as `code`. */
export function errorSchema(status: number): Json {
  return {
    type: 'object',
    properties: {
      code: { type: 'integer', const: status },
      msg: { type: 'string', pattern: SENTENCE },
      data: { type: 'null' },
    },
    required: ['code', 'msg', 'data'],
    additionalProperties: false,
  };
}

/** Responses of errors as components, with the examples that were recorded of them. */
export function errorComponents(exampleOf: (status: number) => unknown): Json {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, [name, description]]) => {
      const example = exampleOf(Number(status));
      const content = {
        schema: errorSchema(Number(status)),
        ...(example !== undefined && { example }),
      };
      const retryAfter = RETRY_AFTER.includes(name) && {
        'Retry-After': { $ref: '#/components/headers/RetryAfter' },
      };
      return [
        name,
        {
          description,
          headers: { ...HEADERS, ...retryAfter },
          content: jsonContent(content),
        },
      ];
    }),
  );
}

/** References to the responses of errors, by status. */
export function errorResponses(statuses: readonly ApiErrorStatus[]): Json {
  const sorted = [...new Set(statuses)].toSorted((a, b) => a - b);
  return Object.fromEntries(
    sorted.map((status) => [status, { $ref: `#/components/responses/${ERRORS[status]![0]}` }]),
  );
}
