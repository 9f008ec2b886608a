import { omitUndefined } from '../../core/omit-undefined.js';
import type { Failure } from './errors.js';

/** What an API says of a failure. */
type Said = Pick<Failure, 'code' | 'msg' | 'requestId' | 'cause'>;

/**
 * Hides the token in what an API, or whatever lies before it, says of a failure: it can quote back what it was sent, and
 * errors are logged (promises.md, P17).
 */
export function createRedactor(token: string): <Some extends Said>(said: Some) => Some {
  const forms = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  const pattern = longestFirst.map((form) => form.replace(/[^\w]/g, '\\$&')).join('|');
  // Header names and hosts lose their case on the way.
  const anywhere = new RegExp(pattern, 'gi');
  const hide = (text?: string): string | undefined => text?.replace(anywhere, '[token]');
  return (said) => {
    const { code, msg, requestId, cause, ...rest } = said;
    const isTold = cause instanceof Error && hide(cause.message) !== cause.message;
    return {
      ...rest,
      ...omitUndefined({ code: hide(code), msg: hide(msg), requestId: hide(requestId) }),
      ...(cause !== undefined && !isTold && { cause }),
    } as typeof said;
  };
}
