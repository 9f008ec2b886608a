import type { Grant } from '../grant.js';
import { emit, type Reporting } from '../hooks.js';
import { redact } from '../redact.js';
import { problemKindOf, type Rejection } from '../rejection.js';
import type { Tokens } from '../tokens.js';

export interface ReportSettings extends Reporting {
  readonly tokens: Tokens;
}

/**
 * Reports a rejection to the merchant's `error` hook and log. The browser receives only its kind and the
 * request id.
 */
export function report(settings: ReportSettings, rejection: Rejection, requestId: string): void {
  const { rejected, upstream, grant, cause } = rejection;
  const kind = problemKindOf(rejection);
  const secrets = secretsOf(settings, grant);
  const { status, reason } = upstream ?? {};
  const code = safeCode(upstream?.code, secrets);
  const details = {
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
  };
  const msg = upstream?.msg === undefined ? undefined : redact(upstream.msg, secrets);
  emit(settings, 'error', {
    requestId,
    kind,
    ...(grant && { grant }),
    ...(upstream && { upstream: { kind: upstream.kind, ...details, ...(msg !== undefined && { msg }) } }),
    ...(cause !== undefined && { cause }),
  });
  // Invalid requests of browsers are not logged: anyone could fill the disk with them.
  if (!upstream && rejected !== 'internal-error') return;
  settings.logger.error('A deposit request failed', {
    requestId,
    kind,
    ...(upstream && { upstream: upstream.kind }),
    ...details,
  });
}

/** The values that the kit sent to the API, because an error message may quote them. */
function secretsOf({ tokens }: ReportSettings, grant: Grant | undefined): readonly string[] {
  const values = Object.values(grant ?? {}).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  const known = [...tokens.known(String(grant?.merchantId))];
  return [...known.map(({ value }) => value), ...values.map(String)];
}

/** An error code of the API, if it is a small number. Anything longer could be an identifier. */
function safeCode(code: string | undefined, secrets: readonly string[]): string | undefined {
  if (code === undefined || !/^-?[0-9]{1,9}$/.test(code) || secrets.includes(code)) return undefined;
  return code;
}
