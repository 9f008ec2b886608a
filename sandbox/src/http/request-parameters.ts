import { isLosslessNumber } from 'lossless-json';
import { parsedBody, readJsonBody } from './body.js';
import { searchParamsOf } from './search-params.js';

/** The parameters by which faults and the journal select requests, as they were sent. */
export interface Parameters {
  /** `merchantId`, or both sides of a transfer. */
  readonly merchantIds: readonly string[];
  readonly clientId: string | undefined;
  readonly amount: string | undefined;
}

export const NO_PARAMETERS: Parameters = { merchantIds: [], clientId: undefined, amount: undefined };

/**
 * The parameters of a request's query, or of its body, which is read if need be. None, if it cannot be read.
 */
export async function parametersOf(request: Request): Promise<Parameters> {
  if (request.method === 'POST') await readJsonBody(request).catch(() => undefined);
  return knownParametersOf(request);
}

/** As `parametersOf`, but only if the body has been read. */
export function knownParametersOf(request: Request): Parameters {
  const query = request.method === 'POST' ? undefined : searchParamsOf(request);
  const body = query ? {} : (parsedBody(request) ?? {});
  const valueOf = (name: string): string | undefined =>
    query ? (query.get(name) ?? undefined) : textOf(Reflect.get(body, name));
  const merchantIds = ['merchantId', 'fromMerchantId', 'toMerchantId'].flatMap((name) => valueOf(name) ?? []);
  return { merchantIds, clientId: valueOf('clientId'), amount: valueOf('amount') ?? valueOf('fiatAmount') };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.toString() : undefined;
}
