import type { Issue, Schema } from './schema.js';
import type { Query } from './transport.js';

/** Whether each member of a response agrees with the request and with the other members. */
export type Agreement = boolean | readonly Agreement[] | { readonly [member: string]: Agreement };

/** Marks an issue as a contradiction, as opposed to a malformed member. */
const CONTRADICTION = 'contradiction';

/**
 * Adds a check to the schema of a response: it must not contradict the request or itself. A contradiction
 * means that the response belongs to another request.
 */
export function withAgreement<Data>(
  schema: Schema<Data>,
  agreementOf: (data: Data) => Agreement,
): Schema<Data> {
  return {
    safeParse(raw) {
      const result = schema.safeParse(raw);
      const issue = result.success ? contradictionIn(agreementOf(result.data)) : undefined;
      return issue ? { success: false, error: { issues: [issue] } } : result;
    },
  };
}

/** The first member that does not agree. */
function contradictionIn(agreement: Agreement, path: readonly string[] = []): Issue | undefined {
  if (typeof agreement === 'boolean') return agreement ? undefined : { path, code: CONTRADICTION };
  for (const [member, inner] of Object.entries<Agreement>(agreement)) {
    const issue = contradictionIn(inner, [...path, member]);
    if (issue) return issue;
  }
  return undefined;
}

/** Whether an issue is one of `contradictionIn`. */
export function isContradiction(issue: Issue | undefined): boolean {
  return issue?.code === CONTRADICTION;
}

/** Whether the requested members are the same as in the query. */
export function echoes<Name extends string>(
  query: Query,
  record: { readonly [Member in Name]?: string | number | undefined },
  ...names: readonly Name[]
): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    names.map((name) => [name, query[name] === undefined || String(record[name]) === query[name]]),
  );
}

/**
 * Whether the client id of a response is the one sent, or is absent: the contract reads an absent one as
 * empty.
 */
export function isSameClientId(answered: string, sent: string | undefined): boolean {
  return answered === '' || answered === sent;
}

/**
 * Whether the currency in the response to a POST is the one sent, ignoring case. The result then has the
 * currency as it was sent.
 */
export function isSameFiat(answered: string, sent: string): boolean {
  return answered.toUpperCase() === sent;
}
