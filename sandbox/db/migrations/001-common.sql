-- What the other files use: refusals, append-only tables, the transaction that wrote a row, and the clock.

-- Raises an error for the caller. Its code has a status and a sentence in src/http/refusals.ts.
create function refuse(code text, variadic about text[] default '{}') returns void language plpgsql as $$
begin
  raise exception '%', code using errcode = 'DS000', constraint = code, detail = array_to_json(about);
end $$;

create function frozen() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Makes a table append-only: rows cannot be changed or deleted, and a correction is a new row.
create function freeze_table(name text) returns void language plpgsql as $$
begin
  execute format('create trigger %I before update or delete on %I for each row execute function frozen()', name || '_frozen', name);
  execute format('create trigger %I before truncate on %I for each statement execute function frozen()', name || '_kept', name);
end $$;

-- The column `written` is the transaction that last wrote a row. It tells which rows `verify` has checked (009-invariants.sql).
-- A table whose rows change needs this function as a trigger.
create function keep_writer() returns trigger language plpgsql as $$
begin
  new.written := pg_current_xact_id();
  return new;
end $$;

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
create function clock_ms() returns bigint language sql volatile as
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
    perform refuse('advance_too_far');
  end if;
  update clock set ahead = target - system_ms(),
    stopped_at = case when coalesce(is_frozen, stopped_at is not null) then target end;
end $$;
