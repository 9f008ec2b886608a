import { createPublicKey, verify } from 'node:crypto';
import {
  createDepositSession,
  createVisitId,
  trustKeyOf,
  type Grant,
  type OneOrMore,
} from 'deposit-slip/kit';

/** The keys of a copy of the shop's server, each one or a list. */
export type Keys = Readonly<Record<'SECRETS' | 'SESSION_KEYS' | 'SIGNING_KEYS', OneOrMore<string>>>;

/** The parameters in the order in which they are signed (docs/back-end.md, "Sign without the kit"). */
const SIGNED = ['paymentId', 'fiat', 'amount', 'refresh', 'arrival', 'nonce', 'visit'];

/** A payer's page of an order of 10.00 as a copy with these keys serves it. It trusts signed answers only. */
export class SignedPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly #session: string;
  readonly #visit: string;
  readonly #trustKeys: readonly string[];

  private constructor(cookie: string, session: string, visit: string, trustKey: string) {
    this.headers = session === '' ? { cookie } : { authorization: `Bearer ${session}` };
    this.#session = session;
    this.#visit = visit;
    this.#trustKeys = trustKey.split(' ');
  }

  /** Opens the page with a session, or with a visit and a cookie. */
  static async open(grant: Grant, keys: Keys, hasSession: boolean): Promise<SignedPage> {
    const trustKey = await trustKeyOf(keys.SIGNING_KEYS);
    const session = hasSession ? await createDepositSession(keys.SESSION_KEYS, grant) : '';
    const visit = hasSession ? '' : await createVisitId(keys.SECRETS, grant);
    return new SignedPage(`${grant.id} ${grant.merchantId} ${grant.amount}`, session, visit, trustKey);
  }

  /** The query of a request. */
  query(params: Readonly<Record<string, string>>): URLSearchParams {
    const nonce = crypto.randomUUID().replaceAll('-', '');
    return new URLSearchParams({ ...params, nonce, ...(this.#visit !== '' && { visit: this.#visit }) });
  }

  /** Whether the page shows a response. */
  isTrusted(query: URLSearchParams, body: string, { headers }: Response): boolean {
    const lines = [...SIGNED.map((name) => query.get(name) ?? ''), this.#session];
    const message = Buffer.from(`deposit-slip 2\n${lines.join('\n')}\n${body}`);
    const signature = Buffer.from(headers.get('deposit-signature') ?? '', 'base64url');
    const keyOf = (x: string) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return this.#trustKeys.some((x) => verify(null, message, keyOf(x), signature));
  }
}
