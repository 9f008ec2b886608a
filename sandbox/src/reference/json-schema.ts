import { z } from 'zod';
import { activationData } from '../schemas/activation.js';
import { claimData } from '../schemas/claim.js';
import { activation, deposit, verification, virtualAccountStatus } from '../schemas/control.js';
import { cryptoTransfer } from '../schemas/crypto-transfers.js';
import { details, virtualAccount } from '../schemas/details.js';
import { fault } from '../schemas/faults.js';
import { flow } from '../schemas/flows.js';
import { cryptoOrder, fiatOrder, order } from '../schemas/orders.js';
import { pair } from '../schemas/pairs.js';
import { recordedRequest } from '../schemas/requests.js';
import { transferData } from '../schemas/transfer.js';
import { clockRecord, merchantRecord, paymentMethodRecord, snapshot } from '../schemas/setup.js';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The schemas of responses that become components of the document, by name. */
const COMPONENTS = {
  CryptoTransfer: cryptoTransfer,
  Activation: activationData,
  Claim: claimData,
  Transfer: transferData,
  CryptoOrder: cryptoOrder,
  FiatOrder: fiatOrder,
  Order: order,
  VirtualAccount: virtualAccount,
  Flow: flow,
  DepositDetails: details,
  Pair: pair,
  Deposit: deposit,
  RecordedActivation: activation,
  VirtualAccountStatus: virtualAccountStatus,
  Verification: verification,
  Fault: fault,
  RecordedRequest: recordedRequest,
  Merchant: merchantRecord,
  PaymentMethod: paymentMethodRecord,
  Clock: clockRecord,
  Snapshot: snapshot,
} as const satisfies Readonly<Record<string, z.ZodType>>;

const NAMES = new Map<unknown, string>(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]));

/** JSON Schema of a request or response. Schemas among `COMPONENTS` become references. */
export function schemaOf(schema: z.ZodType): Json {
  return toJson(schema, NAMES);
}

/** JSON Schemas of the components. */
export function componentSchemas(): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, schema]) => {
      const others = new Map([...NAMES].filter(([other]) => other !== schema));
      return [name, toJson(schema, others)];
    }),
  );
}

function toJson(schema: z.ZodType, names: ReadonlyMap<unknown, string>): Json {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    // Checks in code have no JSON Schema; `meta` describes the ones that matter.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      const name = names.get(zodSchema);
      if (name === undefined) return;
      for (const key of Object.keys(json)) delete json[key];
      json.$ref = `#/components/schemas/${name}`;
    },
  });
  return jsonSchema;
}

/** The parameters of a query, with values of an example. */
export function queryParameters(query: z.ZodType | undefined, example: Json = {}): readonly Json[] {
  if (!query) return [];
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
    ...(example[name] !== undefined && { example: example[name] }),
  }));
}

/** The content of a request or response that is JSON. */
export const jsonContent = (content: Json): Json => ({ 'application/json': content });
