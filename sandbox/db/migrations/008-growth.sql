-- Which rows `verify` has checked (src/ledger/verify.ts). Every row holds the transaction that wrote it last. Unlike ids and
-- times, these numbers tell which rows may still appear: all transactions below the xmin of a snapshot have ended.

create function keep_writer() returns trigger language plpgsql as $$
begin
  new.written := pg_current_xact_id();
  return new;
end $$;

do $$
declare
  name text; names text[] := array['entry', 'deposit', 'withdrawal', 'transfer', 'crypto_record', 'orders', 'order_count'];
begin
  foreach name in array names loop
    execute format('alter table %I add column written xid8 not null default pg_current_xact_id()', name);
    execute format('create index %I on %I (written)', name || '_written', name);
  end loop;
  -- rows of all other tables never change
  foreach name in array array['orders', 'order_count'] loop
    execute format('create trigger %I before update on %I for each row execute function keep_writer()', name || '_written', name);
  end loop;
  execute 'create view change as '
    || (select string_agg(format('select written from %I', n), ' union all ') from unnest(names) n);
end $$;

-- The entries of a purchase: their ext_id is its id.
create index entry_by_order on entry (ext_id)
  where flow_type in ('BUY_CRYPTO', 'BUY_CRYPTO_ROLLBACK', 'REFUND', 'REFUND_ROLLBACK');

-- The order in which the control API lists deposits.
create index deposit_by_time on deposit (at desc, id desc);
create index deposit_unmatched on deposit (at desc, id desc) where entry is null;

-- All rows written before transaction `upto` are checked. `failed_runs` tells a run that found nothing whether another one
-- has found a violation meanwhile.
create table verified (
  is_only boolean primary key default true check (is_only),
  upto xid8 not null,
  failed_runs bigint not null default 0
);
insert into verified (upto) values ('0');
