import { z } from 'zod';
import { readJsonBody } from '../http/body.js';
import { readParameters, readQuery } from '../http/parameters.js';
import { notFound, Refusal } from '../http/refusal.js';
import { findMerchant, type Merchant } from '../ledger/merchants.js';
import type { World } from '../world.js';

/** A request that may be answered: its parameters are read, its token is known. */
export interface Asked<Given> {
  /** The parameters or the body. */
  readonly given: Given;
  /** The merchants the token opens; none where no token is needed. */
  readonly merchants: readonly bigint[];
  readonly world: World;
  readonly request: Request;
}

/** One operation of the API, ready to be mounted. */
export interface Operation {
  /** What the control API calls it. */
  readonly name: string;
  readonly verb: 'GET' | 'POST';
  readonly path: string;
  readonly needsToken: boolean;
  /** Gives the envelope's `data`, or a whole response where the envelope itself is to be broken. */
  answer(ask: Omit<Asked<never>, 'given'>): Promise<unknown>;
}

interface Spec<Given> extends Pick<Operation, 'name' | 'path'> {
  /** Every operation but one needs it (spec: Authentication). */
  readonly needsToken?: boolean;
  answer(asked: Asked<Given>): Promise<unknown>;
}

const NOTHING = z.strictObject({});

/** An operation that reads: its parameters are in the query. */
export function query<Given>(spec: Spec<Given> & { readonly query: z.ZodType<Given> }): Operation {
  const { name, path, needsToken = true } = spec;
  return {
    ...{ name, verb: 'GET', path, needsToken },
    answer: (ask) => spec.answer({ ...ask, given: readQuery(ask.request.url, spec.query) }),
  };
}

/** An operation that changes something: a JSON body, and no query. */
export function command<Given>(
  spec: Spec<Given> & { readonly body: (world: World) => z.ZodType<Given> },
): Operation {
  const { name, path, needsToken = true } = spec;
  return {
    ...{ name, verb: 'POST', path, needsToken },
    answer: async (ask) => {
      readQuery(ask.request.url, NOTHING);
      const given = readParameters(await readJsonBody(ask.request), spec.body(ask.world));
      return spec.answer({ ...ask, given });
    },
  };
}

/** A merchant's id, if the token opens it. A foreign merchant and none at all are the same 404. */
export function ownMerchant({ merchants }: Pick<Asked<unknown>, 'merchants'>, id: bigint): bigint {
  if (!merchants.includes(id)) throw notFound('Merchant', id);
  return id;
}

/** The merchant asked for, if the token opens it. */
export async function merchantOf(
  asked: Pick<Asked<unknown>, 'merchants' | 'world'>,
  id: bigint,
): Promise<Merchant> {
  const merchant = await findMerchant(asked.world.db, ownMerchant(asked, id));
  if (!merchant) throw notFound('Merchant', id);
  return merchant;
}

/** The merchants a list is of: the one asked for, else all of the token's. */
export function merchantsOf(asked: Asked<{ merchantId?: bigint | undefined }>): readonly bigint[] {
  const { merchantId } = asked.given;
  return merchantId === undefined ? asked.merchants : [ownMerchant(asked, merchantId)];
}

/** From `startTime`, before `endTime`; the other way round is no span. */
export function checkSpan({
  startTime,
  endTime,
}: {
  readonly startTime?: bigint | undefined;
  readonly endTime?: bigint | undefined;
}): void {
  if (startTime !== undefined && endTime !== undefined && startTime > endTime)
    throw new Refusal(400, 'Parameter startTime must not be after endTime.');
}
