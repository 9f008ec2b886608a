-- Snapshots that are copies of tables, on a PostgreSQL server (src/db/table-copies.ts): each table is copied into one whose
-- name begins with snapshot_copy_ and this id, and the state of every sequence into a last one.
create table snapshot_copy (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  id integer not null unique,
  at bigint not null,
  rows bigint not null
);
