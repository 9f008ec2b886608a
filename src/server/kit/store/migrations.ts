// The tables of a PostgreSQL store, in a schema of their own. Never change a released migration: add a later
// one. A migration adds what its version of the kit needs. What no version needs any more is removed one
// version later, because a kit works on its own version of the tables and on the next one.
//
// Amounts are integers in minor units, times are milliseconds since the epoch. Every text that is compared
// has the collation "C": its order is the same on every server, and no update of the operating system breaks
// an index.

/** The version of the tables that this version of the kit creates. */
export const SCHEMA_VERSION = 1;

const VERSION_1 = [
  // Tests replace this function. It does not use now(), which is the start of the transaction: the leases of
  // several copies of the kit need one current clock.
  `create function deposit_slip.clock() returns bigint language sql volatile as
    $$ select floor(extract(epoch from clock_timestamp()) * 1000)::bigint $$`,

  `create table deposit_slip.merchant (
    scope text collate "C" not null,
    merchant text collate "C" not null,
    fence bigint not null default 0,
    own boolean not null,
    cursor bigint not null,
    first_slip_at bigint,
    last_slip_at bigint,
    watched_until bigint not null default 0,
    waited_at bigint not null default 0,
    requested_at bigint not null default 0,
    checked_at bigint,
    deep_at bigint not null,
    failures integer not null default 0 check (failures >= 0),
    failure text,
    failed_at bigint,
    paused_until bigint not null default 0,
    lease_until bigint not null default 0,
    due_at bigint not null,
    touched_at bigint not null,
    primary key (scope, merchant),
    check ((first_slip_at is null) = (last_slip_at is null)),
    check ((failure is null) = (failed_at is null))
  )`,
  // Merchants that can be claimed are due, or somebody waits for them.
  `create index merchant_due on deposit_slip.merchant (scope, due_at, watched_until)`,
  `create index merchant_waited on deposit_slip.merchant (scope, waited_at)`,

  `create table deposit_slip.payment (
    scope text collate "C" not null,
    merchant text collate "C" not null,
    grant_id text collate "C" not null,
    fiat text collate "C" not null check (fiat ~ '^[A-Z]{3}$'),
    grant_json json not null,
    granted_at bigint not null,
    asked bigint check (asked >= 0),
    received bigint not null default 0 check (received >= 0),
    count bigint not null default 0 check (count >= 0),
    own boolean not null,
    issued_at bigint not null,
    watched_until bigint not null,
    paid_at bigint,
    is_paid_reported boolean not null default false,
    after bigint not null default 0 check (after >= 0),
    since bigint not null,
    touched_at bigint not null,
    primary key (scope, merchant, grant_id, fiat)
  )`,
  `create index payment_own on deposit_slip.payment (scope, merchant, fiat) where own`,

  `create table deposit_slip.closed (
    scope text collate "C" not null,
    merchant text collate "C" not null,
    grant_id text collate "C" not null,
    closed_at bigint not null,
    primary key (scope, merchant, grant_id)
  )`,

  `create table deposit_slip.slip (
    scope text collate "C" not null,
    id text collate "C" not null,
    merchant text collate "C" not null,
    grant_id text collate "C" not null,
    alias text collate "C" not null,
    payment_id bigint not null,
    fiat text collate "C" not null check (fiat ~ '^[A-Z]{3}$'),
    amount bigint check (amount >= 0),
    state text not null check (state in ('making', 'current', 'replaced')),
    tx_id text collate "C",
    issued_at bigint not null,
    watched_until bigint not null,
    is_paid boolean not null default false,
    is_refresh boolean not null,
    answer json,
    created_at bigint not null,
    shown_at bigint not null,
    making_until bigint,
    primary key (scope, id),
    check ((state = 'making') = (making_until is not null)),
    check (state = 'current' or answer is null)
  )`,
  // One slip of a choice is made at a time, and one is current. No two nulls are equal, hence -1 for an
  // absent amount.
  `create unique index slip_making on deposit_slip.slip
    (scope, merchant, grant_id, alias, payment_id, fiat, coalesce(amount, -1)) where state = 'making'`,
  `create unique index slip_current on deposit_slip.slip
    (scope, merchant, grant_id, alias, payment_id, fiat, coalesce(amount, -1)) where state = 'current'`,
  `create index slip_by_grant on deposit_slip.slip (scope, merchant, grant_id)`,
  `create index slip_by_tx on deposit_slip.slip (scope, merchant, tx_id) where tx_id is not null`,

  `create table deposit_slip.deposit (
    scope text collate "C" not null,
    merchant text collate "C" not null,
    flow_id text collate "C" not null,
    id text collate "C" not null,
    state text collate "C" not null check (state in
      ('booked', 'unmatched', 'earlier', 'unreadable', 'pending', 'return', 'unmatched-return')),
    fiat text collate "C" not null,
    amount bigint not null check (amount >= 0),
    tx_id text collate "C",
    create_time bigint not null,
    read_at bigint not null,
    content text not null,
    grant_id text collate "C",
    payment_id bigint,
    number bigint check (number > 0),
    returned bigint not null default 0,
    return_time bigint,
    primary key (scope, merchant, flow_id),
    check (returned between 0 and amount),
    check (state <> 'booked' or (grant_id is not null and number is not null))
  )`,
  // A payment has one deposit of each number.
  `create unique index deposit_by_number on deposit_slip.deposit (scope, merchant, grant_id, fiat, number)
    where state = 'booked'`,
  `create index deposit_by_time on deposit_slip.deposit (scope, merchant, create_time, id)`,
  `create index deposit_by_tx on deposit_slip.deposit (scope, merchant, tx_id) where tx_id is not null`,
  // Returns that wait for their deposits, and what health counts.
  `create index deposit_unsettled on deposit_slip.deposit (scope, merchant, state)
    where state in ('pending', 'unmatched', 'unmatched-return', 'unreadable')`,

  `create table deposit_slip.event (
    scope text collate "C" not null,
    id text collate "C" not null,
    place bigint generated always as identity,
    name text not null check (name in ('deposit', 'paid', 'returned', 'unmatched')),
    key text collate "C" not null,
    payload json not null,
    create_time bigint not null,
    attempts integer not null default 0,
    due_at bigint not null,
    is_dead boolean not null default false,
    primary key (scope, id)
  )`,
  `create index event_by_key on deposit_slip.event (scope, key, place)`,
  `create index event_due on deposit_slip.event (scope, due_at) where not is_dead`,

  // The pace of the requests with one token of the API.
  `create table deposit_slip.token (
    scope text collate "C" not null,
    token text collate "C" not null,
    next_at bigint not null default 0,
    paused_until bigint not null default 0,
    failures integer not null default 0 check (failures >= 0),
    primary key (scope, token)
  )`,
];

/** The statements of each version, from 1 on. */
export const MIGRATIONS: readonly (readonly string[])[] = [VERSION_1];
