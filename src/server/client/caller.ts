import type { z } from 'zod';
import { isBag } from '../../core/answer.js';
import { defined } from '../../core/defined.js';
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
import { isFailure, type Failure, type FailureKind } from './errors.js';
import type { CallOptions } from './options.js';
import {
  createTransport,
  textsOf,
  type Query,
  type Reply,
  type Sending,
  type TransportOptions,
} from './transport.js';

/** One call of an operation. */
export interface Call<Data> {
  /** As the caller knows it: `funds.claim`. */
  readonly operation: string;
  readonly path: string;
  readonly query?: Query;
  readonly sending?: Omit<Sending, 'signal'>;
  /** Reads the answer's `data`. */
  readonly answer: z.ZodType<Data>;
  /** Carried in every error. */
  readonly clientId?: string;
  readonly options?: CallOptions | undefined;
}

/** Makes a call: its answer read by the contract, or a MerchantClientError. */
export type Caller = <Data>(call: Call<Data>) => Promise<Data>;

/** Makes the one way from an operation to the API and back. */
export function createCaller(options: TransportOptions): Caller {
  const transport = createTransport(options);
  return async (call) => {
    const { path, query = {}, sending, answer } = call;
    const reply = await transport(path, query, { ...sending, signal: call.options?.signal });
    if (isFailure(reply)) throw toError(withoutToken(reply, options.token), call);
    const read = answer.safeParse(reply.data);
    if (read.success) return read.data;
    throw toShapeError(read.error, withoutToken(reply, options.token), call);
  };
}

/** What an API says can quote the token back; errors are logged. */
function withoutToken<Said extends { code?: string; msg?: string; requestId?: string }>(
  said: Said,
  token: string,
): Said {
  const hide = (text?: string) => text?.replaceAll(token, '[token]');
  const { code, msg, requestId } = said;
  return { ...said, ...defined({ code: hide(code), msg: hide(msg), requestId: hide(requestId) }) };
}

/** Checks query parameters by the contract; gives their texts, those alone that were given. */
export function readQuery(call: Named, schema: z.ZodType, input: unknown): Query {
  const texts = isBag(input) ? textsOf(input) : input;
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
  if (!isBag(input) || typeof name === 'symbol' || !Object.hasOwn(input, name)) return false;
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

function toError(failure: Failure, { operation, clientId }: Named): MerchantClientError {
  const { failed: _, kind, ...detail } = failure;
  const [of, words] = ERRORS[kind];
  const { status, code } = detail;
  const isPlain = code !== undefined && /^-?[0-9]{1,9}$/.test(code);
  const said = [status && `HTTP ${status}`, isPlain && `code ${code}`].filter(Boolean).join(', ');
  return new of(`${operation}: ${words}${said && ` (${said})`}.`, { ...detail, clientId });
}

function toShapeError(
  { issues: [issue] }: z.ZodError,
  { status, requestId }: Reply,
  { operation, clientId }: Named,
): UnreadableAnswerError {
  const field = issue?.path.join('.') || 'data';
  const message = `${operation}: the answer cannot be read (HTTP ${status}, ${field} is missing or malformed).`;
  return new UnreadableAnswerError(message, { status, requestId, clientId, reason: 'shape', field });
}
