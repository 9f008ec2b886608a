import type { z } from 'zod';
import { isJsonObject } from '../../core/reader/answer.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  RateLimitError,
  RefusedError,
  ServerError,
  TimeoutError,
  UnreadableAnswerError,
  type ErrorDetail,
  type MerchantClientError,
} from './client-error.js';
import { abortedBy, isFailure, type Failure, type FailureKind } from './errors.js';
import { readCallOptions, type CallOptions, type ClientSettings } from './options.js';
import { createRedactor } from './redact.js';
import { sendWithRetries } from './retry.js';
import { createTransport, textsOf, type Query, type Reply, type Sending } from './transport.js';

/** One call of an operation. */
export interface Call<Data> {
  /** As the caller knows it: `funds.claim`. */
  readonly operation: string;
  readonly path: string;
  readonly query?: Query;
  readonly sending?: Omit<Sending, 'signal' | 'timeout'>;
  /** That it may be sent again: however often it is sent, it takes effect once. */
  readonly isRepeatable?: boolean;
  /** Reads the answer's `data`. */
  readonly answer: z.ZodType<Data>;
  /** Carried in every error. */
  readonly clientId?: string;
  readonly options?: CallOptions | undefined;
}

/** What a call came back with. */
export interface Answered<Data> {
  readonly data: Data;
  /** The API's own clock, in milliseconds, where it told it. */
  readonly date?: number;
}

/** Makes a call: its answer read by the contract, or a MerchantClientError. */
export type Caller = <Data>(call: Call<Data>) => Promise<Answered<Data>>;

/** Makes the one way from an operation to the API and back. */
export function createCaller(settings: ClientSettings): Caller {
  const transport = createTransport(settings);
  const redact = createRedactor(settings.token);
  return async (call) => {
    const { path, query = {}, sending, answer, isRepeatable = false } = call;
    const { signal, timeout, retries = settings.retries } = readCallOptions(call, call.options);
    const { result, attempts } = await sendWithRetries(
      () => transport(path, query, { ...sending, signal, timeout }),
      { retries: isRepeatable ? retries : 0, signal },
    );
    if (isFailure(result)) throw toError(redact(result), call, attempts);
    const read = answer.safeParse(result.data);
    if (!read.success) throw toShapeError(read.error, redact(result), { ...call, attempts });
    return { data: read.data, ...omitUndefined({ date: result.date }) };
  };
}

/** What a call of an aborted signal rejects with, for what was under way between two calls. */
export function abortedError(call: Named, signal: AbortSignal): MerchantClientError {
  return toError(abortedBy(signal), call, 0);
}

/** Checks query parameters by the contract; gives their texts, those alone that were given. */
export function readQuery(call: Named, schema: z.ZodType, input: unknown): Query {
  const texts = isJsonObject(input) ? textsOf(input) : input;
  readInput(call, schema, texts);
  return texts as Query;
}

/** A call as far as its errors need it. */
type Named = Pick<Call<unknown>, 'operation' | 'clientId'>;

/** Checks an input by the contract before anything is sent. Throws an InvalidRequestError that names what is wrong. */
export function readInput<Output>(
  { operation, clientId }: Named,
  schema: z.ZodType<Output>,
  input: unknown,
): Output {
  const { data, error } = schema.safeParse(input);
  if (!error) return data;
  const { field, fault } = faultOf(error.issues[0], input);
  throw new InvalidRequestError(`${operation}: ${field} ${fault}.`, { field, clientId });
}

function faultOf(issue: z.core.$ZodIssue | undefined, input: unknown): { field: string; fault: string } {
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys')
    return { field: [...path, nameOf(issue.keys[0])].join('.'), fault: 'is not known to this operation' };
  const field = path.join('.') || 'input';
  if (!isGiven(input, path)) return { field, fault: 'is required' };
  return { field, fault: `must be ${path.length === 0 ? 'an object' : issue?.message}` };
}

function isGiven(input: unknown, [name, ...rest]: readonly PropertyKey[]): boolean {
  if (name === undefined) return true;
  if (!isJsonObject(input) || typeof name === 'symbol' || !Object.hasOwn(input, name)) return false;
  return input[name] !== undefined && isGiven(input[name], rest);
}

/** A name nobody here chose: shown only if it is a plain one. */
function nameOf(key = ''): string {
  return /^\w{1,40}$/.test(key) ? key : 'a member';
}

type ErrorClass = new (message: string, detail: ErrorDetail) => MerchantClientError;

const ERRORS: Readonly<Record<FailureKind, readonly [of: ErrorClass, words: string]>> = {
  authentication: [AuthenticationError, 'the API does not take the token'],
  refused: [RefusedError, 'the API refused'],
  'rate-limited': [RateLimitError, 'too many requests'],
  server: [ServerError, 'the API failed'],
  connection: [ConnectionError, 'no answer came'],
  timeout: [TimeoutError, 'no answer came in time'],
  unreadable: [UnreadableAnswerError, 'the answer cannot be read'],
};

function toError(failure: Failure, { operation, clientId }: Named, attempts: number): MerchantClientError {
  const { failed: _, kind, ...detail } = failure;
  const [of, words] = ERRORS[kind];
  const { status, code } = detail;
  const isPlain = code !== undefined && /^-?[0-9]{1,9}$/.test(code);
  const said = inBrackets([status && `HTTP ${status}`, isPlain && `code ${code}`, triesOf(attempts)]);
  return new of(`${operation}: ${words}${said}.`, { ...detail, clientId, attempts });
}

function toShapeError(
  { issues: [issue] }: z.ZodError,
  { status, requestId }: Reply,
  { operation, clientId, attempts }: Named & { readonly attempts: number },
): UnreadableAnswerError {
  const field = issue?.path.join('.') || 'data';
  const said = inBrackets([`HTTP ${status}`, `${field} is missing or malformed`, triesOf(attempts)]);
  const detail = { status, requestId, clientId, attempts, reason: 'shape', field } as const;
  return new UnreadableAnswerError(`${operation}: the answer cannot be read${said}.`, detail);
}

function triesOf(attempts: number): string | false {
  return attempts > 1 && `${attempts} tries`;
}

function inBrackets(parts: readonly (string | number | false | undefined)[]): string {
  const said = parts.filter(Boolean).join(', ');
  return said && ` (${said})`;
}
