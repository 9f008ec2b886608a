import { activationBodyFor, openapi, SUCCESS_CODE, SUCCESS_MESSAGE } from 'deposit-slip/contract';
import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import { OPERATIONS } from '../operations/index.js';
import type { Operation } from '../operations/operation.js';
import { errorResponses, HEADERS } from './errors.js';
import { requestExamples, responseExamples, type Example } from './examples.js';
import { jsonContent, schemaOf, type Json } from './json-schema.js';

/**
 * An operation in the contract's document. Its requests are those that the sandbox accepts; its responses are
 * described leniently.
 */
interface ContractOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } };
}

interface Parameter {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** The sandbox's choices where the specification leaves the responses open. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  activation:
    'The body has one variant for each channel. Status 4 comes with a verifyLink, on which the merchant accepts or rejects the agreement.',
  'virtual-accounts': 'The payment id determines the keys of fieldList.',
  flows: 'Newest first, of one merchant or of all merchants of the token.',
};

/** The nine operations as paths of the document. */
export function operationPaths(
  context: Pick<AppContext, 'channels'>,
  examples: readonly Example[],
): Readonly<Record<string, Json>> {
  const { paths } = openapi() as { readonly paths: Readonly<Record<string, Json>> };
  return Object.fromEntries(
    OPERATIONS.map((operation) => {
      const verb = operation.verb.toLowerCase();
      const contract = paths[operation.path]![verb] as ContractOperation;
      const own = examples.filter(({ id }) => id === contract.operationId);
      return [operation.path, { [verb]: operationOf(operation, contract, { context, examples: own }) }];
    }),
  );
}

function operationOf(
  operation: Operation,
  contract: ContractOperation,
  { context, examples }: { context: Pick<AppContext, 'channels'>; examples: readonly Example[] },
): Json {
  const { name, needsToken, data } = operation;
  const description = DESCRIPTIONS[name] ?? contract.description;
  const successes = examples.filter(({ status }) => status === 200);
  const query = successes[0]?.query ?? {};
  return {
    operationId: contract.operationId,
    tags: ['Operations'],
    summary: contract.summary,
    ...(description !== undefined && { description }),
    security: needsToken ? [{ 'X-BH-TOKEN': [] }] : [],
    ...(contract.parameters && {
      parameters: contract.parameters.map((parameter) => withExample(parameter, query)),
    }),
    ...(contract.requestBody && {
      requestBody: {
        required: true,
        content: jsonContent({
          schema: bodyOf(operation, contract, context),
          ...requestExamples(successes),
        }),
      },
    }),
    responses: {
      200: {
        description: 'Success.',
        headers: HEADERS,
        content: jsonContent({
          schema: envelopeOf(data),
          ...responseExamples(successes, operation.path),
        }),
      },
      ...errorResponses(statusesOf(operation)),
    },
  };
}

function withExample(parameter: Parameter, query: Json): Json {
  const example = query[parameter.name];
  return example === undefined ? parameter : { ...parameter, example };
}

/** The contract's body; for an activation, with the names of this sandbox's channels. */
function bodyOf(
  { name }: Operation,
  { requestBody }: ContractOperation,
  context: Pick<AppContext, 'channels'>,
) {
  if (name === 'activation') return schemaOf(z.union(context.channels.map(activationBodyFor)));
  return requestBody!.content['application/json'].schema;
}

function envelopeOf(data: z.ZodType): Json {
  return {
    type: 'object',
    properties: {
      code: { type: 'integer', const: SUCCESS_CODE },
      msg: { type: 'string', const: SUCCESS_MESSAGE },
      data: schemaOf(data),
    },
    required: ['code', 'msg', 'data'],
    additionalProperties: false,
  };
}

/** The statuses of errors: those of every request, those of a token or body, and the operation's own. */
function statusesOf({ verb, needsToken, errors }: Operation) {
  return [
    ...([400, 403, 429, 500, 503] as const),
    ...(needsToken ? ([401] as const) : []),
    ...(verb === 'POST' ? ([413, 415] as const) : []),
    ...errors,
  ];
}
