import { VIRTUAL_ACCOUNT_FIATS, VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE } from 'deposit-slip/contract';
import type { Kind, Method } from 'deposit-slip/core';
import { z } from 'zod';
import { issuerOf, kindsOf } from '../issuing/index.js';
import { ISSUED_METHODS, listedKeys } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import { pageSchema } from './page.js';
import { idText, linkText, oneOf } from './wire.js';

function valueOf(kind: Kind): z.ZodType<string, string> {
  if (kind === 'link' || kind === 'qr-link') return linkText;
  const pattern = issuerOf(kind)?.pattern;
  return pattern ? z.string().regex(pattern) : z.string().min(1);
}

function fieldListOf(method: Method, keys: readonly string[]) {
  const kinds = kindsOf(method);
  return z.strictObject(Object.fromEntries(keys.map((key) => [key, valueOf(kinds.get(key)!)])));
}

/** Whether details of a method have a `realName`: those that carry a deposit message, 81 to 85. */
export function hasRealName({ fields }: Method): boolean {
  return fields.some(({ role }) => role === 'message');
}

interface Details {
  readonly fiat: string;
  readonly paymentMethodName: string;
  readonly txId?: string;
  readonly realName?: string;
  readonly fieldList: Readonly<Record<string, string>>;
}

const detailsOf = (method: Method) =>
  z.strictObject({
    fiat: z.literal(method.fiat),
    paymentMethodName: z.literal(railName(method)),
    ...(method.hasTxId && { txId: idText }),
    ...(hasRealName(method) && { realName: z.literal('') }),
    fieldList: fieldListOf(method, Object.keys(method.sample)),
  });

const accountOf = (method: Method) =>
  z.strictObject({
    fiat: z.literal(method.fiat),
    depositAlias: z.string(),
    paymentMethodName: z.literal(railName(method)),
    status: oneOf(1, 2, 3).meta({ description: '1 authenticating, 2 normal, 3 authentication failed.' }),
    fieldList: fieldListOf(method, listedKeys(method)),
  });

/** One schema for each payment id; those of the same form are left out. */
function distinct(schemas: readonly z.ZodType[]): readonly z.ZodType[] {
  const byForm = new Map(schemas.map((schema) => [JSON.stringify(z.toJSONSchema(schema)), schema]));
  return [...byForm.values()];
}

/** `data` of operation 8 (spec: Pending-fund account information). The payment id decides the members. */
export const details = z.union(distinct(ISSUED_METHODS.map(detailsOf))) as z.ZodType<Details, Details>;

interface Account extends Pick<Details, 'fiat' | 'paymentMethodName' | 'fieldList'> {
  readonly depositAlias: string;
  readonly status: number;
}

const listed = ISSUED_METHODS.filter(({ id }) => Object.hasOwn(VIRTUAL_ACCOUNT_FIATS, id));

/** A virtual account (spec: Virtual account record). The payment id decides its fields. */
export const virtualAccount = z.union(distinct(listed.map(accountOf))) as z.ZodType<Account, Account>;

/** `data` of operation 6. */
export const virtualAccountsData = pageSchema(virtualAccount, VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE);
