import { activationBodyFor, SUCCESS_CODE, SUCCESS_MESSAGE } from 'deposit-slip/contract';
import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import { OPERATIONS } from '../operations/index.js';
import type { Operation } from '../operations/operation.js';
import { errorResponses, HEADERS } from './errors.js';
import { requestExamples, responseExamples, type Example } from './examples.js';
import { jsonContent, queryParameters, schemaOf, type Json } from './json-schema.js';

/** What the document says about an operation. Its id is the name of the client's method. */
interface Text {
  readonly id: string;
  /** The specification's heading. */
  readonly title: string;
  readonly description?: string;
}

const TEXTS: Readonly<Record<string, Text>> = {
  'crypto-transfers': { id: 'cryptoTransfers.list', title: 'Query crypto transfers' },
  activation: {
    id: 'accounts.activate',
    title: 'Activate merchant account',
    description:
      'The body has one variant for each channel. Status 4 comes with a verifyLink, on which the merchant accepts or rejects the agreement.',
  },
  claim: {
    id: 'funds.claim',
    title: 'Claim pending fund',
    description: '`clientId` is an idempotency key: a repeated `clientId` makes no second claim.',
  },
  transfer: {
    id: 'funds.transfer',
    title: 'Transfer pending funds',
    description:
      '`clientId` is an idempotency key: a repeated `clientId` makes no second transfer. Each currency has one `paymentId`: MXN 58, ARS 63, COP 68, BRL 90, PEN 95.',
  },
  orders: {
    id: 'orders.list',
    title: 'Retrieve a list of orders',
    description: '`orderType` determines the form of the records.',
  },
  'virtual-accounts': {
    id: 'virtualAccounts.list',
    title: 'Get multiple virtual accounts',
    description: 'The payment id determines the keys of fieldList.',
  },
  flows: {
    id: 'flows.list',
    title: 'Get a list of merchant fiat flow',
    description: 'Newest first, of one merchant or of all merchants of the token.',
  },
  'pending-fund': {
    id: 'pendingFund.get',
    title: 'Get pending fund account',
    description:
      '`amount` is required for the payment ids 95 and 137, and optional for 92. For some methods, every request creates a new funding id (`txId`).',
  },
  pairs: { id: 'pairs.list', title: 'Get crypto/fiat pairs' },
};

/** The nine operations as paths of the document. */
export function operationPaths(
  context: Pick<AppContext, 'channels'>,
  examples: readonly Example[],
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    OPERATIONS.map((operation) => [
      operation.path,
      { [operation.verb.toLowerCase()]: operationOf(operation, context, examples) },
    ]),
  );
}

function operationOf(
  operation: Operation,
  context: Pick<AppContext, 'channels'>,
  examples: readonly Example[],
): Json {
  const { name, needsToken, data } = operation;
  const { id, title, description } = TEXTS[name]!;
  const successes = examples.filter((example) => example.id === id && example.status === 200);
  const parameters = queryParameters(operation.query, successes[0]?.query);
  const body = bodyOf(operation, context);
  return {
    operationId: id,
    tags: ['Operations'],
    summary: title,
    ...(description !== undefined && { description }),
    security: needsToken ? [{ 'X-BH-TOKEN': [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: jsonContent({ schema: schemaOf(body), ...requestExamples(successes) }),
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

/** The body of a POST. That of an activation is a plain schema for each channel of this sandbox. */
function bodyOf({ name, body }: Operation, context: Pick<AppContext, 'channels'>): z.ZodType | undefined {
  return name === 'activation' ? z.union(context.channels.map(activationBodyFor)) : body?.(context);
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
