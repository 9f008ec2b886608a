import { isFailure, type Failure } from '../client/errors.js';
import { createTransport, type Transport } from '../client/transport.js';
import { emit, type Reporting, type RequestEvent } from './hooks.js';
import type { Token, Tokens } from './tokens.js';

/**
 * Runs one operation of the API and reports it to the hooks before and after. Uses `token`, or else requests
 * the merchant's. Without a token the operation fails, and no request is sent.
 */
export type Upstream = <Result extends object>(
  event: RequestEvent,
  operation: (transport: Transport) => Promise<Result | Failure>,
  token?: Token,
) => Promise<Result | Failure>;

export interface UpstreamSettings extends Reporting {
  readonly baseUrl: URL;
  /** Milliseconds. */
  readonly timeout: number;
  readonly fetch: typeof fetch;
  readonly tokens: Tokens;
}

/** The kit's only access to the API. */
export function createUpstream(settings: UpstreamSettings): Upstream {
  const { baseUrl, timeout, fetch, tokens } = settings;
  return async (event, operation, heldToken) => {
    const token = heldToken ?? (await tokens.of(event.merchantId));
    if (isFailure(token)) return token;
    const transport = createTransport({ baseUrl, timeout, fetch, token: token.value });
    emit(settings, 'request', event);
    const start = Date.now();
    const result = await operation(transport);
    const failed = isFailure(result);
    const status = failed ? result.status : 200;
    emit(settings, 'response', {
      ...event,
      duration: Math.max(0, Date.now() - start),
      ...(failed && { failure: result.kind }),
      ...(status !== undefined && { status }),
      ...(failed && result.cause !== undefined && { cause: result.cause }),
    });
    return result;
  };
}
