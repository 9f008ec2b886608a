import { kindOf, type Fault } from './answers.js';
import type { Grant } from './grant.js';
import { emit } from './hooks.js';
import type { Settings } from './options.js';
import { redact } from './redact.js';

/** A refused request, with what the merchant may know of it. */
export interface Refusal extends Fault {
  readonly grant?: Grant;
  /** What threw on the merchant's side. */
  readonly cause?: unknown;
}

/** Tells the merchant. The browser learns the kind and the request's id; the rest stays here. */
export function report(settings: Settings, refusal: Refusal, requestId: string): void {
  const { fault, upstream, grant, cause } = refusal;
  const kind = kindOf(refusal);
  const secrets = secretsOf(settings, grant);
  const { status, reason } = upstream ?? {};
  const code = codeOf(upstream?.code, secrets);
  const seen = {
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
  };
  const msg = upstream?.msg === undefined ? undefined : redact(upstream.msg, secrets);
  emit(settings, 'error', {
    requestId,
    kind,
    ...(grant && { grant }),
    ...(upstream && { upstream: { kind: upstream.kind, ...seen, ...(msg !== undefined && { msg }) } }),
    ...(cause !== undefined && { cause }),
  });
  // A browser's own mistakes are not logged: anyone could fill the disk with them.
  if (!upstream && fault !== 'own-fault') return;
  settings.logger.error('A deposit request failed', {
    requestId,
    kind,
    ...(upstream && { upstream: upstream.kind }),
    ...seen,
  });
}

/** What the API was told, and may say again. */
function secretsOf({ token }: Settings, grant: Grant | undefined): readonly string[] {
  const told = Object.values(grant ?? {}).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return [token, ...told.map(String)];
}

/** An envelope's code is a small number; what looks like more may be an identifier. */
function codeOf(code: string | undefined, secrets: readonly string[]): string | undefined {
  if (code === undefined || !/^-?[0-9]{1,9}$/.test(code) || secrets.includes(code)) return undefined;
  return code;
}
