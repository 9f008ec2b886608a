import type { Hono, HonoRequest } from 'hono';
import type { z } from 'zod';
import type { AppContext } from '../app-context.js';
import type { Faults } from '../faults/index.js';
import type { ApiErrorStatus } from '../http/api-error.js';
import { notFound } from '../http/api-error.js';
import { readJsonBody } from '../http/body.js';
import { toApiError } from '../http/database-errors.js';
import { readParameters, readQuery } from '../http/parameters.js';
import { json } from '../http/response.js';
import type { Journal } from '../journal/journal.js';
import type { WireValue } from '../schemas/wire.js';

/** The additional context of the journal's routes. */
export interface RequestsContext {
  readonly journal: Journal;
  /** Tokens that are never shown. */
  readonly secrets: () => Promise<readonly string[]>;
  /** Sends a request to the API. */
  readonly send: (request: Request) => Promise<Response>;
}

/** The context of the handlers of the control API. */
export interface ControlContext extends AppContext, RequestsContext {
  readonly faults: Faults;
}

/** The input of a handler, after its parameters are read. */
export interface ControlInput<Query, Body> {
  readonly context: ControlContext;
  readonly query: Query;
  readonly body: Body;
  /** A parameter of the path, as it was sent. */
  param(name: string): string;
  /** An id in the path. Throws a 404 if it is not an id. */
  id(name: string): bigint;
  readonly request: Request;
}

/** One route of the control API: how to mount it, and what the OpenAPI document says about it. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path below `/sandbox`, with its parameters in braces: `/orders/{orderId}`. */
  readonly path: string;
  /** The name of the operation in the document, unique among all operations: `orders.move`. */
  readonly id: string;
  /** A phrase without a period. */
  readonly summary: string;
  /** Complete sentences. */
  readonly description?: string;
  /** Schemas of the path parameters, which the handler validates. Default: an id. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The status of a success. Default 200. */
  readonly status?: 200 | 201;
  /** Schema of a success as it is sent, without an envelope. */
  readonly response: z.ZodType;
  /** The content type of a success. Default: JSON. */
  readonly contentType?: string;
  /** Whether the route changes nothing. Default: true for GET. */
  readonly isReadOnly?: boolean;
  /**
   * Additional error statuses. The others follow from the parameters (`statusesOf` in reference/control.ts).
   */
  readonly errors?: readonly ApiErrorStatus[];
  /** Bodies of other statuses that are not an error envelope. */
  readonly otherResponses?: Readonly<Record<number, z.ZodType>>;
  /** Resolves with the body of a success, or with a whole response. */
  handle(input: ControlInput<unknown, unknown>): unknown;
}

type Definition<Query, Body, Answer extends z.ZodType> = Omit<
  ControlRoute,
  'query' | 'body' | 'response' | 'handle'
> & {
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  readonly response: Answer;
  handle(
    input: ControlInput<Query, Body>,
  ): WireValue<Answer> | Response | Promise<WireValue<Answer> | Response>;
};

/**
 * Defines a route. The type of `response` is the type of what `handle` returns, so the document cannot drift
 * from it.
 */
export function controlRoute<Answer extends z.ZodType, Query = undefined, Body = undefined>(
  definition: Definition<Query, Body, Answer>,
): ControlRoute {
  return definition;
}

/** Mounts the routes of a table on an application that is itself mounted at `/sandbox`. */
export function mount(app: Hono, routes: readonly ControlRoute[], context: ControlContext): void {
  for (const route of routes)
    app.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), async ({ req }) => {
      try {
        return await respond(route, { ...context, db: context.db.forRequest() }, req);
      } catch (error) {
        throw toApiError(error, route.isReadOnly ?? route.method === 'GET', context.logger);
      }
    });
}

async function respond(route: ControlRoute, context: ControlContext, req: HonoRequest): Promise<Response> {
  const param = (name: string): string => req.param(name) ?? '';
  const id = (name: string): bigint => readId(param(name));
  // A wrong id is a 404, before the body is read.
  for (const name of idsOf(route)) id(name);
  const query = route.query && readQuery(req.raw, route.query);
  const body = route.body && readParameters(await readJsonBody(req.raw), route.body);
  const answer = await route.handle({ context, query, body, param, id, request: req.raw });
  return answer instanceof Response ? answer : json(answer, route.status);
}

/** The names of the parameters in a route's path. */
export function parametersIn({ path }: Pick<ControlRoute, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

function idsOf(route: ControlRoute): readonly string[] {
  return parametersIn(route).filter((name) => !route.params?.[name]);
}

function readId(text: string): bigint {
  if (!/^[1-9][0-9]{0,17}$/.test(text)) throw notFound('Number', JSON.stringify(text.slice(0, 40)));
  return BigInt(text);
}
