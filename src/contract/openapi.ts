import { z } from 'zod';
import { activation, ACTIVATION_PATH, activationBodyFor, CHANNELS } from './activation.js';
import { claim, CLAIM_PATH, claimBody } from './claim.js';
import {
  CRYPTO_TRANSFERS_PATH,
  cryptoTransfer,
  cryptoTransfers,
  cryptoTransfersQuery,
} from './crypto-transfers.js';
import { envelope, refusal } from './envelope.js';
import { flow, FLOWS_PATH, flowsPage, flowsQuery } from './flows.js';
import { cryptoOrder, fiatOrder, ORDERS_PATH, ordersPage, ordersQuery } from './orders.js';
import { pair, pairs, PAIRS_PATH } from './pairs.js';
import { pendingFund, PENDING_FUND_PATH, pendingFundQuery } from './pending-fund.js';
import { transfer, TRANSFER_PATH, transferBody } from './transfer.js';
import {
  listedAccount,
  VIRTUAL_ACCOUNTS_PATH,
  virtualAccountsPage,
  virtualAccountsQuery,
} from './virtual-accounts.js';

/** One operation as the document tells it. Its id is the client's name of it. */
interface Described {
  readonly id: string;
  /** The specification's heading. */
  readonly title: string;
  readonly path: string;
  /** Makes it a GET. */
  readonly query?: z.ZodObject;
  /** Makes it a POST. */
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly note?: string;
}

/** The nine, in the specification's order. */
const OPERATIONS: readonly Described[] = [
  {
    id: 'cryptoTransfers.list',
    title: 'Query crypto transfers',
    path: CRYPTO_TRANSFERS_PATH,
    query: cryptoTransfersQuery,
    answer: cryptoTransfers,
  },
  {
    id: 'accounts.activate',
    title: 'Activate merchant account',
    path: ACTIVATION_PATH,
    body: z.union(CHANNELS.map(activationBodyFor)),
    answer: activation,
    note: 'One form of the body for each row of the activation table. Names of providers are placeholders.',
  },
  {
    id: 'funds.claim',
    title: 'Claim pending fund',
    path: CLAIM_PATH,
    body: claimBody,
    answer: claim,
    note: 'A repeated clientId is the same claim.',
  },
  {
    id: 'funds.transfer',
    title: 'Transfer pending funds',
    path: TRANSFER_PATH,
    body: transferBody,
    answer: transfer,
    note: 'A repeated clientId is the same transfer. Each currency has one paymentId: MXN 58, ARS 63, COP 68, BRL 90, PEN 95.',
  },
  {
    id: 'orders.list',
    title: 'Retrieve a list of orders',
    path: ORDERS_PATH,
    query: ordersQuery,
    answer: z.union([ordersPage.fiat_to_crypto, ordersPage.fiat_to_fiat]),
    note: 'What a record is follows from orderType.',
  },
  {
    id: 'virtualAccounts.list',
    title: 'Get multiple virtual accounts',
    path: VIRTUAL_ACCOUNTS_PATH,
    query: virtualAccountsQuery,
    answer: z.union([virtualAccountsPage, pendingFund]),
    note: 'For paymentId 81 to 84 and 92 the samples show the deposit information itself, without a page.',
  },
  {
    id: 'flows.list',
    title: 'Get a list of merchant fiat flow',
    path: FLOWS_PATH,
    query: flowsQuery,
    answer: flowsPage,
    note: 'The sample names the list of a page data where the structure says record.',
  },
  {
    id: 'pendingFund.get',
    title: 'Get pending fund account',
    path: PENDING_FUND_PATH,
    query: pendingFundQuery,
    answer: pendingFund,
    note: 'amount is mandatory for paymentId 95 and 137, optional for 92. For some methods every request makes a new funding id.',
  },
  { id: 'pairs.list', title: 'Get crypto/fiat pairs', path: PAIRS_PATH, answer: pairs },
];

/** What the document names among its components. */
const RECORDS = {
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
  Refusal: refusal,
};

const TOKEN = 'X-BH-TOKEN';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * The API as an OpenAPI 3.1 document, made of the schemas of this contract: what is asked, and what may come on the wire
 * before it is read. `server` is the address it is reached at.
 * Source: the specification's Endpoints, Resources, Authentication and Limits; status codes of refusals it does not show.
 */
export function openapi(server = 'https://api.example.com'): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Merchant fiat payments API',
      version: '2',
      description:
        'Nine operations: crypto transfers, account activation, claims, transfers, orders, virtual accounts, ' +
        'fiat flow, deposit instructions, pairs. Every answer is an envelope {code, msg, data}; a success has code 200.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{ [TOKEN]: [] }],
    paths: Object.fromEntries(OPERATIONS.map((each) => [each.path, pathOf(each)])),
    components: {
      securitySchemes: { [TOKEN]: { type: 'apiKey', in: 'header', name: TOKEN } },
      schemas: components(),
      responses: {
        Refusal: {
          description:
            'Refused, or failed. `code` and `msg` say why; which there are the specification does not show.',
          content: jsonOf({ $ref: '#/components/schemas/Refusal' }),
        },
      },
    },
  };
}

function pathOf({ id, title, path, query, body, answer, note }: Described): Json {
  return {
    [body ? 'post' : 'get']: {
      operationId: id,
      summary: title,
      ...(note !== undefined && { description: note }),
      ...(path === PAIRS_PATH && { security: [] }),
      ...(query && { parameters: parametersOf(query) }),
      ...(body && { requestBody: { required: true, content: jsonOf(schemaOf(body)) } }),
      responses: {
        200: { description: 'The answer.', content: jsonOf(schemaOf(envelope(answer))) },
        default: { $ref: '#/components/responses/Refusal' },
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

/** JSON Schema of what comes in, with our records named where they stand. */
const TO_JSON_SCHEMA = {
  io: 'input',
  // Checks in code have no JSON Schema; what matters of them is said by `meta`.
  unrepresentable: 'any',
} as const;

function schemaOf(schema: z.ZodType): Json {
  const named = new Map<unknown, string>(Object.entries(RECORDS).map(([name, record]) => [record, name]));
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    ...TO_JSON_SCHEMA,
    override: ({ zodSchema, jsonSchema }) => {
      const name = named.get(zodSchema);
      if (name === undefined) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return made;
}

function components(): Json {
  return Object.fromEntries(
    Object.entries(RECORDS).map(([name, record]) => {
      const { $schema: _, ...made } = z.toJSONSchema(record, TO_JSON_SCHEMA);
      return [name, made];
    }),
  );
}
