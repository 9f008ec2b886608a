import type { z } from 'zod';
import { readQuery } from '../http/parameters.js';
import { notFound } from '../http/refusal.js';
import { findMerchant, type Merchant } from '../ledger/merchants.js';
import type { World } from '../world.js';

/** A request that may be answered: its parameters are read, its token is known. */
export interface Asked<Query> {
  readonly query: Query;
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
  answer(ask: Omit<Asked<never>, 'query'>): Promise<unknown>;
}

/** Ties an operation's parameters to what answers them. */
export function operation<Query>(
  spec: Omit<Operation, 'answer'> & {
    readonly query: z.ZodType<Query>;
    answer(asked: Asked<Query>): Promise<unknown>;
  },
): Operation {
  const { name, verb, path, needsToken } = spec;
  return {
    name,
    verb,
    path,
    needsToken,
    answer: (ask) => spec.answer({ ...ask, query: readQuery(ask.request.url, spec.query) }),
  };
}

/** The merchant asked for, if the token opens it. A foreign merchant and none at all are the same 404. */
export async function merchantOf(
  { merchants, world }: Pick<Asked<unknown>, 'merchants' | 'world'>,
  id: bigint,
): Promise<Merchant> {
  const merchant = merchants.includes(id) ? await findMerchant(world.db, id) : undefined;
  if (!merchant) throw notFound('Merchant', id);
  return merchant;
}
