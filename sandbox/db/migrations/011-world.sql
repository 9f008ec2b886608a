-- What a tester sets: access tokens, the clock, and snapshots of the whole state.

-- The merchants a token gives access to, besides those of the tokens a process is started with.
create table access_token (
  token text not null,
  merchant bigint not null references merchant,
  primary key (token, merchant)
);

-- The time, in milliseconds: that of the system plus `ahead`, or `stopped_at` while it is frozen.
create table clock (
  is_only boolean primary key default true check (is_only),
  ahead bigint not null default 0,
  stopped_at bigint
);
insert into clock default values;

create function system_ms() returns bigint language sql volatile as
  $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

-- The time of everything that is recorded. Along an account it never decreases, even if the clock is set back (`post`).
create or replace function clock_ms() returns bigint language sql volatile as
  $$ select coalesce(stopped_at, system_ms() + ahead) from clock $$;

-- Sets the clock to `given`, if it is not null, moves it by `step`, and freezes it or lets it run.
create function set_clock(given bigint, step bigint, is_frozen boolean) returns void language plpgsql as $$
declare
  target bigint;
begin
  perform from clock for update;
  target := coalesce(given, clock_ms()) + step;
  -- the last time with 13 digits
  if target > 9999999999999 then
    perform refuse('400', 'Parameter advance leads beyond the year 2286.');
  end if;
  update clock set ahead = target - system_ms(),
    stopped_at = case when coalesce(is_frozen, stopped_at is not null) then target end;
end $$;

-- A copy of every row, as the text of its record, and the state of every sequence (src/ledger/snapshots.ts). A restore
-- leaves these tables as they are.
create table snapshot (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  at bigint not null
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
