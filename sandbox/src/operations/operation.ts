import { z } from 'zod';
import type { Access } from '../access.js';
import type { AppContext } from '../app-context.js';
import { ApiError, notFound, type ApiErrorStatus } from '../http/api-error.js';
import { readJsonBody } from '../http/body.js';
import { readParameters, readQuery } from '../http/parameters.js';
import { findMerchant, type Merchant } from '../ledger/merchants.js';
import type { WireValue } from '../schemas/wire.js';

/** The input of an operation's handler after the token is checked and the parameters are read. */
export interface OperationInput<Params> {
  /** The query parameters, or the members of the body. */
  readonly params: Params;
  /** The access of the token: none if the operation needs no token. */
  readonly access: Access;
  readonly context: AppContext;
  readonly request: Request;
}

/** One operation of the API, ready to be mounted on a route. */
export interface Operation {
  /** The operation's name in the control API. */
  readonly name: string;
  readonly verb: 'GET' | 'POST';
  readonly path: string;
  readonly needsToken: boolean;
  /** Whether it changes nothing and can be repeated whatever its outcome. A GET may issue deposit details. */
  readonly isReadOnly: boolean;
  /** Schema of the query parameters of a GET. */
  readonly query?: z.ZodType;
  /** Schema of the body of a POST. */
  readonly body?: (context: Pick<AppContext, 'channels'>) => z.ZodType;
  /** Resolves with the envelope's `data`. */
  handle(input: Omit<OperationInput<never>, 'params'>): Promise<unknown>;
  /** Schema of `data` as it is sent, for the OpenAPI document. */
  readonly data: z.ZodType;
  /** Additional error statuses, besides those of every operation (reference/operations.ts). */
  readonly errors: readonly ApiErrorStatus[];
}

interface Definition<Params, Data extends z.ZodType> extends Pick<Operation, 'name' | 'path'> {
  readonly data: Data;
  readonly errors?: readonly ApiErrorStatus[];
  /** Default true: only one operation needs no token (spec: Authentication). */
  readonly needsToken?: boolean;
  /** Its type follows from `data`, so that the document cannot become outdated. */
  readonly handle: (input: OperationInput<Params>) => Promise<WireValue<Data>>;
}

const NO_PARAMETERS = z.strictObject({});

interface QueryDefinition<Params, Data extends z.ZodType> extends Definition<Params, Data> {
  readonly query: z.ZodType<Params>;
  /** Default true. */
  readonly isReadOnly?: boolean;
}

/** Defines an operation that reads data: a GET with query parameters. */
export function query<Params, Data extends z.ZodType>(definition: QueryDefinition<Params, Data>): Operation {
  const { name, path, data, errors = [], needsToken = true, isReadOnly = true } = definition;
  return {
    ...{ name, verb: 'GET', path, data, errors, needsToken, isReadOnly, query: definition.query },
    handle: (input) => definition.handle({ ...input, params: readQuery(input.request, definition.query) }),
  };
}

/** Defines an operation that changes data: a POST with a JSON body and no query. */
export function command<Params, Data extends z.ZodType>(
  definition: Definition<Params, Data> & {
    readonly body: (context: Pick<AppContext, 'channels'>) => z.ZodType<Params>;
  },
): Operation {
  const { name, path, data, errors = [], needsToken = true } = definition;
  return {
    ...{ name, verb: 'POST', path, data, errors, needsToken, isReadOnly: false, body: definition.body },
    handle: async (input) => {
      readQuery(input.request, NO_PARAMETERS);
      const params = readParameters(await readJsonBody(input.request), definition.body(input.context));
      return definition.handle({ ...input, params });
    },
  };
}

/**
 * Returns `id` if the token gives access to this merchant.
 * @throws {ApiError} 404 for another token's merchant, as for one that does not exist.
 */
export async function ownMerchantId(
  { access }: Pick<OperationInput<unknown>, 'access'>,
  id: bigint,
): Promise<bigint> {
  if (!(await access.includes(id))) throw notFound('Merchant', id);
  return id;
}

/** Loads a merchant the token gives access to. Throws 404 like `ownMerchantId`. */
export async function findOwnMerchant(
  input: Pick<OperationInput<unknown>, 'access' | 'context'>,
  id: bigint,
): Promise<Merchant> {
  const merchant = await findMerchant(input.context.db, await ownMerchantId(input, id));
  if (!merchant) throw notFound('Merchant', id);
  return merchant;
}

/** The merchants a list covers: `merchantId` if the request has one, otherwise all merchants of the token. */
export async function selectedMerchants(
  input: OperationInput<{ merchantId?: bigint | undefined }>,
): Promise<readonly bigint[]> {
  const { merchantId } = input.params;
  return merchantId === undefined ? input.access.all() : [await ownMerchantId(input, merchantId)];
}

/**
 * The parameters that a handler passes on without reading them. One that their reader, which takes
 * `Accepted`, would ignore does not compile.
 */
export type AcceptedOnly<Passed, Accepted> = {
  readonly [Key in keyof Passed]: Key extends keyof Accepted ? unknown : never;
};

/** Throws a 400 if `startTime` (inclusive) is after `endTime` (exclusive). */
export function checkTimeRange({
  startTime,
  endTime,
}: {
  readonly startTime?: bigint | number | undefined;
  readonly endTime?: bigint | number | undefined;
}): void {
  if (startTime !== undefined && endTime !== undefined && startTime > endTime)
    throw new ApiError(400, 'Parameter startTime must not be after endTime.');
}
