import { fromBase64url, toBase64url } from '../../../core/base64url.js';
import { isUnreadable, readMembers, type Read, type MemberReaders } from '../../../core/reader/members.js';
import { DAY } from '../../../core/time.js';
import type { Grant } from '../grant.js';
import { Mac } from './mac.js';

/** The claims a page polls with. The merchant is not among them: it comes from the grant of each request. */
export interface ArrivalClaims {
  readonly paymentId: number;
  readonly fiat: string;
  /**
   * For a wallet, the deposits that count: those after the first `after` deposits, made at `since` or later
   * (milliseconds).
   */
  readonly after: number;
  readonly since: number;
  /** When the slip was made, in milliseconds. The token expires a day later, because no page polls longer. */
  readonly issuedAt: number;
}

const integer: Read<number> = (value) => (Number.isSafeInteger(value) ? (value as number) : undefined);
const text: Read<string> = (value) => (typeof value === 'string' ? value : undefined);
const CLAIMS: MemberReaders<ArrivalClaims> = {
  paymentId: integer,
  fiat: text,
  after: integer,
  since: integer,
  issuedAt: integer,
};

const RANDOM_BYTES = 32;
const TOKEN = /^a1\.([\w-]{1,400})\.([\w-]{43})$/;

/**
 * Signs and reads arrival tokens: a version, claims and a signature with the kit's first secret. The
 * signature also covers the grant, but the token does not contain it: the grant's id may be a secret of the
 * merchant, or easy to guess.
 */
export class ArrivalTokens {
  readonly #mac: Mac;

  constructor(secrets: readonly Uint8Array[] | undefined) {
    this.#mac = new Mac(() => secrets ?? [crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))]);
  }

  async sign(grant: Grant, { paymentId, fiat, after, since, issuedAt }: ArrivalClaims): Promise<string> {
    const claims = JSON.stringify({ paymentId, fiat, after, since, issuedAt });
    const payload = toBase64url(new TextEncoder().encode(claims));
    return `a1.${payload}.${await this.#mac.sign(messageOf(grant, payload))}`;
  }

  /** The claims of a valid token that was issued for this grant; undefined for any other. */
  async read(grant: Grant, token: string): Promise<ArrivalClaims | undefined> {
    const [, payload, signature] = TOKEN.exec(token) ?? [];
    if (payload === undefined || signature === undefined) return undefined;
    if (!(await this.#mac.verify(messageOf(grant, payload), signature))) return undefined;
    const claims = readMembers(CLAIMS, JSON.parse(new TextDecoder().decode(fromBase64url(payload))));
    return !isUnreadable(claims) && Date.now() < claims.issuedAt + DAY ? claims : undefined;
  }
}

/** The first line says what is signed, because sessions are signed with the same secret. */
function messageOf({ id, merchantId, depositAlias }: Grant, payload: string): string {
  return `deposit-slip arrival\n${payload}\n${JSON.stringify([id, String(merchantId), depositAlias])}`;
}
