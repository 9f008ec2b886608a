-- What a tester sets: access tokens, and snapshots of the whole state.

-- The merchants a token gives access to, besides those of the tokens a process is started with.
create table access_token (
  token text not null,
  merchant bigint not null references merchant,
  primary key (token, merchant)
);

-- A copy of every row, as the text of its record, and the state of every sequence (src/ledger/snapshots.ts). A restore
-- leaves these tables as they are.
create table snapshot (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  at bigint not null,
  -- the SHA-256 of the file that it was read from (src/ledger/snapshot-files.ts): of the initial one, if the sandbox began
  -- with a file
  file text
);
create table snapshot_row (
  snapshot text not null references snapshot on delete cascade,
  relation text not null,
  place bigint not null,
  content text not null,
  primary key (snapshot, relation, place)
);
create table snapshot_sequence (
  snapshot text not null references snapshot on delete cascade,
  sequence text not null,
  -- null if it was never used
  last_value bigint,
  primary key (snapshot, sequence)
);

-- Snapshots that are copies of tables, on a PostgreSQL server (src/db/table-copies.ts): each table is copied into one whose
-- name begins with snapshot_copy_ and this id, and the state of every sequence into a last one.
create table snapshot_copy (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  id integer not null unique,
  at bigint not null,
  rows bigint not null
);
