import { CONTROL_ROUTES } from '../control/routes.js';
import { parametersIn, type ControlRoute } from '../control/route.js';
import { idText } from '../schemas/wire.js';
import { errorResponses, errorSchema, HEADERS } from './errors.js';
import { requestExamples, responseExamples, type Example } from './examples.js';
import { jsonContent, queryParameters, schemaOf, type Json } from './json-schema.js';

/** The operation id of a route of the control API. */
const controlId = ({ id }: Pick<ControlRoute, 'id'>): string => `control.${id}`;

/** The control API as paths of the document. */
export function controlPaths(examples: readonly Example[]): Readonly<Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of CONTROL_ROUTES)
    (paths[`/sandbox${route.path}`] ??= {})[route.method.toLowerCase()] = operationOf(
      route,
      examples.filter(({ id }) => id === controlId(route)),
    );
  return paths;
}

function operationOf(route: ControlRoute, examples: readonly Example[]): Json {
  const { summary, description, body, status = 200 } = route;
  const successes = examples.filter((example) => example.status === status);
  const parameters = [
    ...pathParameters(route, successes[0]),
    ...queryParameters(route.query, successes[0]?.query),
  ];
  return {
    operationId: controlId(route),
    tags: ['Control'],
    summary,
    ...(description !== undefined && { description }),
    security: [{ ControlToken: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: jsonContent({
          schema: schemaOf(body),
          ...requestExamples(successes),
        }),
      },
    }),
    responses: {
      [status]: {
        description: 'Success.',
        headers: HEADERS,
        content: {
          [route.contentType ?? 'application/json']: {
            schema: schemaOf(route.response),
            ...responseExamples(successes, `/sandbox${route.path}`),
          },
        },
      },
      ...errorResponses(statusesOf(route)),
      ...otherResponses(route),
    },
  };
}

function pathParameters(route: ControlRoute, example: Example | undefined): readonly Json[] {
  return parametersIn(route).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(route.params?.[name] ?? idText),
    ...(example?.params && { example: example.params[name] }),
  }));
}

/** The statuses of errors: those of every request, those of the parameters, and the route's own. */
function statusesOf(route: ControlRoute) {
  return [
    ...([400, 401, 403, 500, 503] as const),
    ...(route.body ? ([413, 415] as const) : []),
    ...(parametersIn(route).length > 0 ? ([404] as const) : []),
    ...(route.errors ?? []),
  ];
}

/** Responses with their own body. The error of the same status remains possible. */
function otherResponses({ otherResponses: others = {} }: ControlRoute): Json {
  return Object.fromEntries(
    Object.entries(others).map(([status, schema]) => [
      status,
      {
        description: 'See the description of the operation.',
        headers: HEADERS,
        content: jsonContent({ schema: { anyOf: [schemaOf(schema), errorSchema(Number(status))] } }),
      },
    ]),
  );
}
