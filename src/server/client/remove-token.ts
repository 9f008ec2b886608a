import { omitUndefined } from '../../core/omit-undefined.js';
import { tokenPattern } from '../token-pattern.js';
import type { Failure } from './errors.js';

/** The parts of a failure that contain text of the API. */
type UpstreamDetail = Pick<Failure, 'code' | 'msg' | 'requestId' | 'cause'>;

/**
 * Removes the token from text of the API or of a proxy in front of it: it may echo the request, and errors
 * are logged (SECURITY.md P17).
 */
export function createTokenRemover(token: string): <Detail extends UpstreamDetail>(detail: Detail) => Detail {
  const pattern = tokenPattern(token);
  const redact = (text?: string): string | undefined => text?.replace(pattern, '[token]');
  return (detail) => {
    const { code, msg, requestId, cause, ...rest } = detail;
    const holdsToken = cause instanceof Error && redact(cause.message) !== cause.message;
    return {
      ...rest,
      ...omitUndefined({ code: redact(code), msg: redact(msg), requestId: redact(requestId) }),
      ...(cause !== undefined && !holdsToken && { cause }),
    } as typeof detail;
  };
}
