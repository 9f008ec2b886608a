import type { ApiErrorStatus } from '../http/api-error.js';
import { jsonContent, type Json } from './json-schema.js';

interface ErrorForm {
  /** The name of the component. */
  readonly name: string;
  readonly description: string;
  /** The form of `msg`. */
  readonly msg: RegExp;
}

const SENTENCE = /^[A-Z][^\x00-\x1f]*\.$/;

/** The errors of the sandbox by status (sandbox/README.md, Errors). */
const ERRORS: Readonly<Record<number, ErrorForm>> = {
  400: {
    name: 'BadRequest',
    description: 'The request is malformed; msg names the parameter at fault.',
    msg: /^(?:Parameters? |The (?:parameters|body|request) )[^\x00-\x1f]*\.$/,
  },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing or invalid.',
    msg: /^The (?:access|control) token [^\x00-\x1f]*\.$/,
  },
  403: { name: 'Forbidden', description: 'The Host of the request is not allowed.', msg: SENTENCE },
  404: {
    name: 'NotFound',
    description: 'Something the request names does not exist, or belongs to another token.',
    msg: /^[A-Z][^\x00-\x1f]* (?:was not found|does not exist)\.$/,
  },
  409: {
    name: 'Conflict',
    description:
      'A clientId was used with another body, the time is before the last entry of the account, or a snapshot cannot be stored or changed.',
    msg: SENTENCE,
  },
  413: {
    name: 'TooLarge',
    description: 'The body is too large.',
    msg: /^The body is larger than [0-9]+ bytes\.$/,
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON.',
    msg: /^The Content-Type must be application\/json\.$/,
  },
  422: {
    name: 'Refused',
    description: 'The request is well-formed, but the state of the account does not allow it.',
    msg: SENTENCE,
  },
  429: { name: 'TooManyRequests', description: 'Sent only because of a fault.', msg: SENTENCE },
  500: {
    name: 'Failed',
    description:
      'Either the outcome is unknown: repeat the request with the same clientId. Or the sandbox failed: its log has the cause.',
    msg: SENTENCE,
  },
  503: {
    name: 'Unavailable',
    description: 'Nothing was done: send the request again.',
    msg: SENTENCE,
  },
};

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
      msg: { type: 'string', pattern: ERRORS[status]!.msg.source },
      data: { type: 'null' },
    },
    required: ['code', 'msg', 'data'],
    additionalProperties: false,
  };
}

/** Responses of errors as components, with the examples that were recorded of them. */
export function errorComponents(exampleOf: (status: number) => unknown): Json {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, form]) => {
      const example = exampleOf(Number(status));
      const content = {
        schema: errorSchema(Number(status)),
        ...(example !== undefined && { example }),
      };
      const retryAfter = RETRY_AFTER.includes(form.name) && {
        'Retry-After': { $ref: '#/components/headers/RetryAfter' },
      };
      return [
        form.name,
        {
          description: form.description,
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
    sorted.map((status) => [status, { $ref: `#/components/responses/${ERRORS[status]!.name}` }]),
  );
}
