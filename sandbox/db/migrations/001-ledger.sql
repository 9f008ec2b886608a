-- The ledger is this schema: tables, constraints and one posting function. Nothing outside computes a balance.
-- Amounts are integers in minor units; numeric would take NaN and round silently.

create table currency (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  decimals smallint not null check (decimals between 0 and 4)
);
insert into currency values ('MXN', 2), ('ARS', 2), ('COP', 2), ('BRL', 2), ('PEN', 2), ('USD', 2), ('EUR', 2);

create table merchant (
  id bigint primary key,
  kind text not null check (kind in ('individual', 'business')),
  name text not null,
  email text
);

-- Merchant accounts carry balance, sequence and running total; system accounts are sums of their entries, so none is hot.
create table account (
  id bigint generated always as identity primary key,
  merchant bigint references merchant,
  currency text not null references currency,
  role text not null check (role in ('main', 'bank', 'fees', 'exchange')),
  balance bigint not null default 0,
  seq bigint not null default 0,
  last_at bigint not null default 0,
  unique nulls not distinct (merchant, currency, role),
  check ((merchant is null) = (role <> 'main')),
  constraint covered check (merchant is null or balance >= 0),
  constraint system_accounts_carry_nothing check (merchant is not null or (balance = 0 and seq = 0))
);
insert into account (currency, role)
  select code, role from currency cross join unnest(array['bank', 'fees', 'exchange']) role order by code, role;

-- One number series for fundings, withdrawals and transfers: what the API calls txId.
create sequence tx_id start 100001;

create table entry (
  id bigint generated always as identity primary key,
  posting bigint not null,
  account bigint not null references account,
  seq bigint,
  changed bigint not null check (changed <> 0),
  total bigint,
  category text not null check (category in ('TRADE', 'FEE', 'TRANSFER')),
  flow_type text not null check (flow_type in ('BUY_CRYPTO', 'BUY_CRYPTO_ROLLBACK', 'REFUND', 'REFUND_ROLLBACK',
    'DEPOSIT', 'WITHDRAW', 'WITHDRAW_ROLLBACK', 'TRANSFER_IN', 'TRANSFER_OUT')),
  tx_id bigint not null,
  ext_id text not null,
  at bigint not null,
  unique (account, seq),
  check ((seq is null) = (total is null))
);
create index entry_by_time on entry (account, at desc, id desc);
create index entry_by_tx on entry (tx_id);

create sequence posting_id;
create type leg as (account bigint, changed bigint, category text, flow_type text);

create function clock_ms() returns bigint language sql volatile as
  $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

-- The one way to move money. `given_at`: a time told by the caller, refused (SQLSTATE DS409) before the last entry of
-- an account it touches. Sequence and time are taken under the lock; now() would be the transaction's start.
create function post(legs leg[], for_tx bigint, ext text, given_at bigint default null)
returns setof entry language plpgsql as $$
declare
  this_posting bigint := nextval('posting_id');
  one leg; held account; made entry; stamp bigint;
begin
  if (select sum((l).changed) from unnest(legs) l) is distinct from 0
     or (select count(distinct a.currency) from unnest(legs) l join account a on a.id = (l).account) <> 1 then
    raise exception 'unbalanced posting' using errcode = 'check_violation';
  end if;
  -- one lock order for everybody: merchant accounts by id
  perform 1 from account where id in (select (l).account from unnest(legs) l) and merchant is not null
    order by id for no key update;
  if exists (select 1 from account where id in (select (l).account from unnest(legs) l)
             and merchant is not null and last_at > given_at) then
    raise exception 'the account has a later entry' using errcode = 'DS409';
  end if;
  stamp := coalesce(given_at, clock_ms());
  foreach one in array legs loop
    select * into strict held from account where id = one.account;
    if held.merchant is null then
      insert into entry (posting, account, changed, category, flow_type, tx_id, ext_id, at)
        values (this_posting, one.account, one.changed, one.category, one.flow_type, for_tx, ext, stamp)
        returning * into made;
    else
      update account set balance = balance + one.changed, seq = seq + 1, last_at = greatest(last_at, stamp)
        where id = one.account returning * into held;
      insert into entry (posting, account, seq, changed, total, category, flow_type, tx_id, ext_id, at)
        values (this_posting, one.account, held.seq, one.changed, held.balance, one.category, one.flow_type,
          for_tx, ext, held.last_at) returning * into made;
    end if;
    return next made;
  end loop;
end $$;

create function frozen() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Keeps a table append-only: rows stay as they were written, corrections are rows of their own.
create function freeze_table(name text) returns void language plpgsql as $$
begin
  execute format('create trigger %I before update or delete on %I for each row execute function frozen()', name || '_frozen', name);
  execute format('create trigger %I before truncate on %I for each statement execute function frozen()', name || '_kept', name);
end $$;
select freeze_table('entry');
