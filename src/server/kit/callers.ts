import { readGrant, type Grant } from './grant.js';
import { digest } from './memory.js';
import type { Settings } from './options.js';
import type { Refusal } from './report.js';
import { createSessionReader } from './session.js';
import { visitIdOf } from './visit-id.js';

/** Who asks. */
export interface Caller {
  readonly grant: Grant;
  /** What the limiter counts by; it names nobody. */
  readonly counted: string;
}

/** Finds out who asks: by the session, or by the merchant's `authorize`. Never rejects. */
export function createCallers(settings: Settings): (request: Request) => Promise<Caller | Refusal> {
  const { session, authorize } = settings;
  const readSession = session === undefined ? undefined : createSessionReader(session);
  return async (request) => {
    try {
      if (!readSession) return await byGrant(settings, request, await authorize?.(request));
      const read = await readSession(request);
      if (!read) return { fault: 'no-grant' };
      return { grant: read.grant, counted: `session:${read.jti}` };
    } catch (cause) {
      return { fault: 'own-fault', cause };
    }
  };
}

async function byGrant(settings: Settings, request: Request, given: unknown): Promise<Caller | Refusal> {
  if (given === null || given === undefined) return { fault: 'no-grant' };
  const grant = readGrant(given);
  if ('wrong' in grant)
    return { fault: 'own-fault', cause: new Error(`The grant is wrong in: ${grant.wrong}.`) };
  const own = await ownKey(settings, request);
  const counted = own === undefined ? `grant:${await visitIdOf(grant)}` : `key:${await digest(own)}`;
  return { grant, counted };
}

/** The merchant's own key. What goes wrong with it costs the payer nothing. */
async function ownKey({ key, logger }: Settings, request: Request): Promise<string | undefined> {
  try {
    const own: unknown = await key?.(request);
    if (own === undefined || typeof own === 'string') return own;
  } catch {
    // Told below.
  }
  logger.error('The key of the deposit kit gave no string: the grant’s id is counted');
  return undefined;
}
