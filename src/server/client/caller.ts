import type { z } from 'zod';
import { isLoopback, type LinkPolicy } from '../../core/links.js';
import { isJsonObject } from '../../core/reader/members.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  RateLimitError,
  RefusedError,
  ServerError,
  TimeoutError,
  UnreadableResponseError,
  type ErrorDetail,
  type ClientError,
} from './client-error.js';
import { isContradiction } from './agreement.js';
import { refuseNumbers } from './input.js';
import { abortedBy, isFailure, type Failure, type FailureKind } from './errors.js';
import { readCallOptions, type CallOptions, type ClientSettings } from './options.js';
import { createTokenRemover } from './remove-token.js';
import { sendWithRetries } from './retry.js';
import type { Issue, Schema } from './schema.js';
import { createTransport, numbersAsText, type Query, type Reply, type RequestOptions } from './transport.js';

/** A call of an operation. */
export interface Call<Data> {
  /** The public name of the method: `funds.claim`. */
  readonly operation: string;
  readonly path: string;
  readonly query?: Query;
  readonly request?: Omit<RequestOptions, 'signal' | 'timeout'>;
  /** Whether the request is idempotent and may therefore be retried. */
  readonly isIdempotent?: boolean;
  /** Schema of the response's `data`. */
  readonly schema: Schema<Data>;
  /** Included in every error. */
  readonly clientId?: string;
  readonly options?: CallOptions | undefined;
}

/** The result of a call. */
export interface CallResult<Data> {
  readonly data: Data;
  /** The time of the response by the API's clock, in milliseconds, if it sent a `Date` header. */
  readonly date?: number;
  /** Creates an error for a part of `data`, at `path`, that the caller validates itself. */
  readonly errorAt: (path: readonly PropertyKey[], issue: Issue | undefined) => UnreadableResponseError;
}

/** Makes a call and validates the response against the contract. Rejects with a `ClientError`. */
export interface Caller {
  <Data>(call: Call<Data>): Promise<CallResult<Data>>;
  /** Which links in a response are accepted. */
  readonly links: LinkPolicy;
}

/** Creates the function with which every operation calls the API. */
export function createCaller(settings: ClientSettings): Caller {
  const transport = createTransport(settings);
  const redact = createTokenRemover(settings.token);
  const send = async <Data>(call: Call<Data>): Promise<CallResult<Data>> => {
    const { path, query = {}, request, schema, isIdempotent = false } = call;
    const { signal, timeout, retries = settings.retries } = readCallOptions(call, call.options);
    const { result, attempts, hasUnknownOutcome } = await sendWithRetries(
      () => transport(path, query, { ...request, signal, timeout }),
      { retries: isIdempotent ? retries : 0, signal },
    );
    const isPost = request?.body !== undefined;
    if (isFailure(result))
      throw toError(redact(result), call, { attempts, mayHaveTakenEffect: isPost && hasUnknownOutcome });
    const errorAt: CallResult<unknown>['errorAt'] = (path, issue) =>
      toShapeError(issue, path, redact(result), call, { attempts, mayHaveTakenEffect: isPost });
    const parsed = schema.safeParse(result.data);
    if (!parsed.success) throw errorAt([], parsed.error.issues[0]);
    return { data: parsed.data, errorAt, ...omitUndefined({ date: result.date }) };
  };
  return Object.assign(send, { links: { hosts: [], loopback: isLoopback(settings.baseUrl.hostname) } });
}

/** The error of an aborted signal, for iterators that are aborted between two requests. */
export function abortedError(call: CallContext, signal: AbortSignal): ClientError {
  return toError(abortedBy(signal), call, { attempts: 0, mayHaveTakenEffect: false });
}

type KeysOf<Value> = Value extends unknown ? keyof Value : never;

/**
 * An empty tuple if the type of an input has every parameter of its schema; otherwise names the missing ones,
 * so that the call does not compile.
 */
type Complete<Schema extends z.ZodType, Input> =
  Exclude<KeysOf<z.input<Schema>>, KeysOf<Input>> extends infer Missing
    ? [Missing] extends [never]
      ? unknown
      : { readonly 'lacks the parameter': Missing }
    : never;

/** Validates query parameters against the contract and returns the defined ones as text. */
export function readQuery<Schema extends z.ZodType, Input>(
  call: CallContext,
  schema: Schema,
  input: Input & Complete<Schema, Input>,
): Query {
  const texts = isJsonObject(input) ? numbersAsText(input) : input;
  const output = readInput(call, schema, texts);
  refuseNumbers(call, input, output as object);
  return texts as Query;
}

/** The parts of a call that appear in its errors. */
type CallContext = Pick<Call<unknown>, 'operation' | 'clientId'>;

/** Validates a body against the contract, and its members against the types. */
export function readBody<Output extends object>(
  call: CallContext,
  schema: z.ZodType<Output>,
  input: object,
): Output {
  const body = readInput(call, schema, input);
  refuseNumbers(call, input, body);
  return body;
}

/**
 * Validates an input against the contract before anything is sent. Throws an InvalidRequestError that names
 * the field.
 */
export function readInput<Output>(
  { operation, clientId }: CallContext,
  schema: z.ZodType<Output>,
  input: unknown,
): Output {
  const { data, error } = schema.safeParse(input);
  if (!error) return data;
  const { field, message } = describeIssue(error.issues[0], input);
  throw new InvalidRequestError(`${operation}: ${field} ${message}.`, { field, clientId });
}

function describeIssue(
  issue: z.core.$ZodIssue | undefined,
  input: unknown,
): { field: string; message: string } {
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys')
    return { field: [...path, safeName(issue.keys[0])].join('.'), message: 'is unknown to this operation' };
  const field = path.join('.') || 'input';
  if (!isDefinedAt(input, path)) return { field, message: 'is required' };
  return { field, message: `must be ${path.length === 0 ? 'an object' : issue?.message}` };
}

function isDefinedAt(input: unknown, [name, ...rest]: readonly PropertyKey[]): boolean {
  if (name === undefined) return true;
  if (!isJsonObject(input) || typeof name === 'symbol' || !Object.hasOwn(input, name)) return false;
  return input[name] !== undefined && isDefinedAt(input[name], rest);
}

/** An unknown key comes from the caller, so it is quoted only if it is a plain identifier. */
function safeName(key = ''): string {
  return /^\w{1,40}$/.test(key) ? key : 'a member';
}

type ErrorClass = new (message: string, detail: ErrorDetail) => ClientError;

const UNREADABLE = 'the response cannot be read';

const ERRORS: Readonly<Record<FailureKind, readonly [type: ErrorClass, summary: string]>> = {
  authentication: [AuthenticationError, 'the API rejected the token'],
  refused: [RefusedError, 'the API refused the request'],
  'rate-limited': [RateLimitError, 'too many requests'],
  server: [ServerError, 'the API failed'],
  connection: [ConnectionError, 'no response'],
  timeout: [TimeoutError, 'no response before the timeout'],
  unreadable: [UnreadableResponseError, UNREADABLE],
};

/** The progress of a call when it fails. */
interface Outcome {
  readonly attempts: number;
  readonly mayHaveTakenEffect: boolean;
}

function toError(failure: Failure, { operation, clientId }: CallContext, outcome: Outcome): ClientError {
  const { failed: _, kind, ...detail } = failure;
  const [ErrorType, summary] = ERRORS[kind];
  const { status, code } = detail;
  const isNumeric = code !== undefined && /^-?[0-9]{1,9}$/.test(code);
  const facts = inBrackets([status && `HTTP ${status}`, isNumeric && `code ${code}`, attemptCount(outcome)]);
  return new ErrorType(`${operation}: ${summary}${facts}${effectClause(outcome)}`, {
    ...detail,
    clientId,
    ...outcome,
  });
}

function toShapeError(
  issue: Issue | undefined,
  path: readonly PropertyKey[],
  { status, requestId }: Reply,
  { operation, clientId }: CallContext,
  outcome: Outcome,
): UnreadableResponseError {
  const field = [...path, ...(issue?.path ?? [])].join('.') || 'data';
  const isMismatch = isContradiction(issue);
  const problem = isMismatch ? 'contradicts the request or the specification' : 'is missing or malformed';
  const facts = inBrackets([`HTTP ${status}`, `${field} ${problem}`, attemptCount(outcome)]);
  const detail = {
    status,
    requestId,
    clientId,
    ...outcome,
    reason: isMismatch ? 'mismatch' : 'shape',
    field,
  } as const;
  return new UnreadableResponseError(`${operation}: ${UNREADABLE}${facts}${effectClause(outcome)}`, detail);
}

function attemptCount({ attempts }: Outcome): string | false {
  return attempts > 1 && `${attempts} attempts`;
}

function effectClause({ mayHaveTakenEffect }: Outcome): string {
  return mayHaveTakenEffect ? '; the request may have taken effect.' : '.';
}

function inBrackets(parts: readonly (string | number | false | undefined)[]): string {
  const text = parts.filter(Boolean).join(', ');
  return text && ` (${text})`;
}
