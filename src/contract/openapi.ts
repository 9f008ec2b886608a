import {
  ACTIVATION_PATH,
  CLAIM_PATH,
  CRYPTO_TRANSFERS_PATH,
  FLOWS_PATH,
  ORDERS_PATH,
  PAIRS_PATH,
  PENDING_FUND_PATH,
  TRANSFER_PATH,
  VIRTUAL_ACCOUNTS_PATH,
} from './paths.js';
import { z } from 'zod';
import { activation, activationBodyFor, CHANNELS } from './activation.js';
import { claim, claimBody } from './claim.js';
import { cryptoTransfer, cryptoTransfers, cryptoTransfersQuery } from './crypto-transfers.js';
import { envelope, errorEnvelope } from './envelope.js';
import { flow, flowsPage, flowsQuery } from './flows.js';
import { cryptoOrder, fiatOrder, ordersPage, ordersQuery } from './orders.js';
import { pair, pairs } from './pairs.js';
import { pendingFund, pendingFundQuery } from './pending-fund.js';
import { transfer, transferBody } from './transfer.js';
import { listedAccount, virtualAccountsPage, virtualAccountsQuery } from './virtual-accounts.js';

/** An operation of the document. Its id is the name of the client's method. */
interface Operation {
  readonly id: string;
  /** The specification's heading. */
  readonly title: string;
  readonly path: string;
  /** Makes it a GET. */
  readonly query?: z.ZodObject;
  /** Makes it a POST. */
  readonly body?: z.ZodType;
  readonly data: z.ZodType;
  readonly description?: string;
}

/** The nine operations, in the specification's order. */
const OPERATIONS: readonly Operation[] = [
  {
    id: 'cryptoTransfers.list',
    title: 'Query crypto transfers',
    path: CRYPTO_TRANSFERS_PATH,
    query: cryptoTransfersQuery,
    data: cryptoTransfers,
  },
  {
    id: 'accounts.activate',
    title: 'Activate merchant account',
    path: ACTIVATION_PATH,
    body: z.union(CHANNELS.map(activationBodyFor)),
    data: activation,
    description:
      'The body has one form for each row of the activation table. The names of providers are placeholders.',
  },
  {
    id: 'funds.claim',
    title: 'Claim pending fund',
    path: CLAIM_PATH,
    body: claimBody,
    data: claim,
    description: '`clientId` is an idempotency key: a repeated `clientId` makes no second claim.',
  },
  {
    id: 'funds.transfer',
    title: 'Transfer pending funds',
    path: TRANSFER_PATH,
    body: transferBody,
    data: transfer,
    description:
      '`clientId` is an idempotency key: a repeated `clientId` makes no second transfer. Each currency has one `paymentId`: MXN 58, ARS 63, COP 68, BRL 90, PEN 95.',
  },
  {
    id: 'orders.list',
    title: 'Retrieve a list of orders',
    path: ORDERS_PATH,
    query: ordersQuery,
    data: z.union([ordersPage.fiat_to_crypto, ordersPage.fiat_to_fiat]),
    description: '`orderType` determines the form of the records.',
  },
  {
    id: 'virtualAccounts.list',
    title: 'Get multiple virtual accounts',
    path: VIRTUAL_ACCOUNTS_PATH,
    query: virtualAccountsQuery,
    data: z.union([virtualAccountsPage, pendingFund]),
    description: 'For the payment ids 81 to 84 and 92, the samples show the deposit details without a page.',
  },
  {
    id: 'flows.list',
    title: 'Get a list of merchant fiat flow',
    path: FLOWS_PATH,
    query: flowsQuery,
    data: flowsPage,
    description:
      'In the specification, the structure of a page calls its list `record`, and the sample calls it `data`.',
  },
  {
    id: 'pendingFund.get',
    title: 'Get pending fund account',
    path: PENDING_FUND_PATH,
    query: pendingFundQuery,
    data: pendingFund,
    description:
      '`amount` is required for the payment ids 95 and 137, and optional for 92. For some methods, every request creates a new funding id (`txId`).',
  },
  { id: 'pairs.list', title: 'Get crypto/fiat pairs', path: PAIRS_PATH, data: pairs },
];

/** The schemas that become components of the document. */
const COMPONENTS = {
  CryptoTransfer: cryptoTransfer,
  Activation: activation,
  Claim: claim,
  Transfer: transfer,
  CryptoOrder: cryptoOrder,
  FiatOrder: fiatOrder,
  VirtualAccount: listedAccount,
  Flow: flow,
  PendingFund: pendingFund,
  Pair: pair,
  ApiError: errorEnvelope,
};

const TOKEN = 'X-BH-TOKEN';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * The API as an OpenAPI 3.1 document, generated from the schemas of this contract. It describes responses as
 * they arrive, before parsing. `server` is the API's base URL. Source: the specification's Endpoints,
 * Resources, Authentication and Limits; the specification does not list the status codes of errors.
 */
export function openapi(server = 'https://api.example'): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Merchant fiat payments API',
      version: '2',
      description:
        'Lists crypto transfers, orders, virtual accounts, fiat flows and trading pairs, activates accounts, ' +
        'pays claims, makes transfers and returns deposit details. Every response is an envelope, ' +
        '`{code, msg, data}`; `code` 200 means success.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{ [TOKEN]: [] }],
    paths: Object.fromEntries(OPERATIONS.map((each) => [each.path, pathOf(each)])),
    components: {
      securitySchemes: { [TOKEN]: { type: 'apiKey', in: 'header', name: TOKEN } },
      schemas: components(),
      responses: {
        ApiError: {
          description:
            'An error. `code` and `msg` give the reason; the specification does not list their values.',
          content: jsonOf({ $ref: '#/components/schemas/ApiError' }),
        },
      },
    },
  };
}

function pathOf({ id, title, path, query, body, data, description }: Operation): Json {
  return {
    [body ? 'post' : 'get']: {
      operationId: id,
      summary: title,
      ...(description !== undefined && { description }),
      ...(path === PAIRS_PATH && { security: [] }),
      ...(query && { parameters: parametersOf(query) }),
      ...(body && { requestBody: { required: true, content: jsonOf(schemaOf(body)) } }),
      responses: {
        200: { description: 'Success.', content: jsonOf(schemaOf(envelope(data))) },
        // The specification lists no status codes, but a missing token is a client error in any API.
        '4XX': { $ref: '#/components/responses/ApiError' },
        default: { $ref: '#/components/responses/ApiError' },
      },
    },
  };
}

function parametersOf(query: z.ZodObject): readonly Json[] {
  const { properties = {}, required = [] } = schemaOf(query) as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

const jsonOf = (schema: Json): Json => ({ 'application/json': { schema } });

const TO_JSON_SCHEMA = {
  io: 'input',
  // Checks in code have no JSON Schema; `meta` describes the ones that matter.
  unrepresentable: 'any',
} as const;

/** JSON Schema of the input of a zod schema, with references to the components. */
function schemaOf(schema: z.ZodType): Json {
  const names = new Map<unknown, string>(Object.entries(COMPONENTS).map(([name, record]) => [record, name]));
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    ...TO_JSON_SCHEMA,
    override: ({ zodSchema, jsonSchema }) => {
      const name = names.get(zodSchema);
      if (name === undefined) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return jsonSchema;
}

function components(): Json {
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, record]) => {
      const { $schema: _, ...jsonSchema } = z.toJSONSchema(record, TO_JSON_SCHEMA);
      return [name, jsonSchema];
    }),
  );
}
