import type { DepositRow, EventRow, MerchantRow, PaymentRow, SlipRow } from '../rows.js';

/**
 * The storage of a member of a row. `amount`: a `bigint`, written as text in JSON, where numbers are not
 * exact. `json`: the type `json`, which keeps the text as it was written; `jsonb` refuses some texts.
 */
type Kind = 'text' | 'bigint' | 'boolean' | 'amount' | 'json';

type Column = readonly [name: string, kind: Kind];

/** The column of each member of a row. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: Column };

export const PAYMENT: Columns<Omit<PaymentRow, 'isClosed'>> = {
  merchantId: ['merchant', 'text'],
  grantId: ['grant_id', 'text'],
  fiat: ['fiat', 'text'],
  grant: ['grant_json', 'json'],
  grantedAt: ['granted_at', 'bigint'],
  asked: ['asked', 'amount'],
  received: ['received', 'amount'],
  count: ['count', 'bigint'],
  own: ['own', 'boolean'],
  issuedAt: ['issued_at', 'bigint'],
  watchedUntil: ['watched_until', 'bigint'],
  paidAt: ['paid_at', 'bigint'],
  isPaidReported: ['is_paid_reported', 'boolean'],
  after: ['after', 'bigint'],
  since: ['since', 'bigint'],
};

export const SLIP: Columns<Omit<SlipRow, 'answer'>> = {
  id: ['id', 'text'],
  merchantId: ['merchant', 'text'],
  grantId: ['grant_id', 'text'],
  alias: ['alias', 'text'],
  paymentId: ['payment_id', 'bigint'],
  fiat: ['fiat', 'text'],
  amount: ['amount', 'amount'],
  state: ['state', 'text'],
  txId: ['tx_id', 'text'],
  issuedAt: ['issued_at', 'bigint'],
  watchedUntil: ['watched_until', 'bigint'],
  isPaid: ['is_paid', 'boolean'],
  isRefresh: ['is_refresh', 'boolean'],
};

export const DEPOSIT: Columns<DepositRow> = {
  merchantId: ['merchant', 'text'],
  flowId: ['flow_id', 'text'],
  id: ['id', 'text'],
  state: ['state', 'text'],
  fiat: ['fiat', 'text'],
  amount: ['amount', 'amount'],
  txId: ['tx_id', 'text'],
  createTime: ['create_time', 'bigint'],
  readAt: ['read_at', 'bigint'],
  content: ['content', 'text'],
  grantId: ['grant_id', 'text'],
  paymentId: ['payment_id', 'bigint'],
  number: ['number', 'bigint'],
  returned: ['returned', 'amount'],
  returnTime: ['return_time', 'bigint'],
};

export const EVENT: Columns<EventRow> = {
  id: ['id', 'text'],
  name: ['name', 'text'],
  key: ['key', 'text'],
  payload: ['payload', 'json'],
  createTime: ['create_time', 'bigint'],
  attempts: ['attempts', 'bigint'],
};

export const MERCHANT: Columns<MerchantRow> = {
  merchantId: ['merchant', 'text'],
  fence: ['fence', 'bigint'],
  own: ['own', 'boolean'],
  cursor: ['cursor', 'bigint'],
  firstSlipAt: ['first_slip_at', 'bigint'],
  lastSlipAt: ['last_slip_at', 'bigint'],
  watchedUntil: ['watched_until', 'bigint'],
  waitedAt: ['waited_at', 'bigint'],
  requestedAt: ['requested_at', 'bigint'],
  checkedAt: ['checked_at', 'bigint'],
  deepAt: ['deep_at', 'bigint'],
  failures: ['failures', 'bigint'],
  failure: ['failure', 'text'],
  failedAt: ['failed_at', 'bigint'],
  pausedUntil: ['paused_until', 'bigint'],
  leaseUntil: ['lease_until', 'bigint'],
  dueAt: ['due_at', 'bigint'],
};

type AnyColumns = Readonly<Record<string, Column>>;

/** The names of the columns. */
export function namesOf(columns: AnyColumns): string {
  return Object.values(columns)
    .map(([column]) => column)
    .join(', ');
}

/**
 * SQL for a row as a JSON object with the names of its members. `more`: further arguments of
 * json_build_object.
 */
export function jsonOf(columns: AnyColumns, alias: string, more = ''): string {
  const members = Object.entries(columns).map(
    ([name, [column, kind]]) => `'${name}', ${alias}.${column}${kind === 'amount' ? '::text' : ''}`,
  );
  return `json_build_object(${members.join(', ')}${more && `, ${more}`})`;
}

/** SQL for a list of JSON objects. */
export function listOf(json: string, order?: string): string {
  return `coalesce(json_agg(${json}${order === undefined ? '' : ` order by ${order}`}), '[]')`;
}

/** The row of a JSON object that `jsonOf` made. */
export function rowOf<Row>(columns: Columns<Row>, json: object): Row {
  const values = json as Readonly<Record<string, unknown>>;
  const members = Object.entries<Column>(columns)
    .filter(([name]) => values[name] !== null)
    .map(([name, [, kind]]) => [name, kind === 'amount' ? BigInt(values[name] as string) : values[name]]);
  return Object.fromEntries(members) as Row;
}

/** The rows of a list of JSON objects. */
export function rowsOf<Row>(columns: Columns<Row>, list: readonly object[] | undefined): readonly Row[] {
  return (list ?? []).map((json) => rowOf(columns, json));
}

/** Rows as a JSON parameter for `recordsOf`. */
export function toRecords(columns: AnyColumns, rows: readonly object[]): string {
  const records = rows.map((row) => {
    const members = row as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.entries(columns).map(([name, [, kind]]) => [name, toMember(members[name], kind)]),
    );
  });
  return JSON.stringify(records);
}

/** JSON within JSON is stored as text: some of it would be refused as a value. */
function toMember(value: unknown, kind: Kind): unknown {
  if (value === undefined) return undefined;
  if (kind === 'json') return JSON.stringify(value);
  return kind === 'amount' ? (value as bigint).toString() : value;
}

const RECORD_TYPES = { text: 'text', bigint: 'bigint', boolean: 'boolean', amount: 'bigint', json: 'text' };

/**
 * SQL that reads the rows of a JSON parameter as a table `r`; `r.ordinality` is a row's position in the list.
 */
export function recordsOf(columns: AnyColumns, param: string): string {
  const types = Object.entries(columns).map(([name, [, kind]]) => `"${name}" ${RECORD_TYPES[kind]}`);
  return `rows from (json_to_recordset(${param}::text::json) as (${types.join(', ')})) with ordinality as r`;
}

/** SQL for the values of a row of `recordsOf`, in the order of `namesOf`. */
export function valuesOf(columns: AnyColumns): string {
  return Object.entries(columns)
    .map(([name, [, kind]]) => `r."${name}"${kind === 'json' ? '::json' : ''}`)
    .join(', ');
}

/** SQL that sets all columns to the values of the row that could not be inserted. */
export function excludedOf(columns: AnyColumns): string {
  return Object.values(columns)
    .map(([column]) => `${column} = excluded.${column}`)
    .join(', ');
}
