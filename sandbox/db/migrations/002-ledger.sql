-- The ledger: tables, constraints and one posting function. Balances are computed here and nowhere else.
-- Amounts are integers in hundredths, in every currency, because numeric accepts NaN and rounds silently.

create table currency (code text primary key check (code ~ '^[A-Z]{3}$'));
insert into currency values ('MXN'), ('ARS'), ('COP'), ('BRL'), ('PEN'), ('USD'), ('EUR'), ('CNY'), ('HKD'), ('SGD'),
  ('NGN'), ('PHP');

create table merchant (
  id bigint primary key,
  kind text not null check (kind in ('individual', 'business')),
  name text not null,
  email text
);

-- Merchant accounts store a balance, a sequence number and running totals. System accounts store none of these, so that
-- concurrent postings do not all update the same row; their balance is the sum of their entries.
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

-- The API's txId: one number series for deposits, withdrawals, transfers and purchases.
create sequence tx_id start 100001;

create table entry (
  id bigint generated always as identity primary key,
  posting bigint not null,
  account bigint not null references account,
  -- the entry's number in a merchant's account, and among the account's entries of its flow_type
  seq bigint,
  type_seq bigint,
  changed bigint not null check (changed <> 0),
  total bigint,
  category text not null check (category in ('TRADE', 'FEE', 'TRANSFER')),
  flow_type text not null check (flow_type in ('BUY_CRYPTO', 'BUY_CRYPTO_ROLLBACK', 'REFUND', 'REFUND_ROLLBACK',
    'DEPOSIT', 'WITHDRAW', 'WITHDRAW_ROLLBACK', 'TRANSFER_IN', 'TRANSFER_OUT')),
  tx_id bigint not null,
  ext_id text not null,
  at bigint not null,
  written xid8 not null default pg_current_xact_id(),
  unique (account, seq),
  check ((seq is null) = (total is null)),
  check ((seq is null) = (type_seq is null))
);

-- A list of flows is read from the index of its filter. Both sequences have no gaps and follow (at, id), so the number of
-- flows before a time is the number of the last one, which is in the index too (src/ledger/page.ts).
create index entry_by_time on entry (account, at desc, id desc) include (seq) where seq is not null;
create index entry_by_type on entry (account, flow_type, at desc, id desc) include (type_seq) where seq is not null;
create index entry_by_tx on entry (tx_id, account, at desc, id desc);

-- An entry is rolled back at most once.
create unique index entry_rolled_back on entry (account, tx_id, category, flow_type)
  where seq is not null and flow_type like '%\_ROLLBACK';

-- For the control API, which lists the postings of all merchants, or of one, newest first (src/ledger/console-lists.ts).
create index entry_by_posting on entry (posting);

-- The entries of a purchase: their ext_id is its id.
create index entry_by_order on entry (ext_id)
  where flow_type in ('BUY_CRYPTO', 'BUY_CRYPTO_ROLLBACK', 'REFUND', 'REFUND_ROLLBACK');

-- The returns of a deposit: their ext_id is D and its id.
create index entry_returned on entry (ext_id) where seq is not null and flow_type = 'DEPOSIT' and changed < 0;

create index entry_written on entry (written);
select freeze_table('entry');

create sequence posting_id;
create type leg as (account bigint, changed bigint, category text, flow_type text, tx_id bigint);

-- The number of a merchant account's entries of a type.
create function last_type_seq(of_account bigint, of_type text) returns bigint language sql stable as $$
  select coalesce((select type_seq from entry where account = of_account and flow_type = of_type and seq is not null
    order by at desc, id desc limit 1), 0)
$$;

-- Books a posting; money moves in no other way. `given_at` is the caller's time for it, refused if it lies before the
-- last entry of an affected account. Sequence and time are read under the lock; now() would be the transaction's start.
create function post(legs leg[], ext text, given_at bigint default null)
returns setof entry language plpgsql as $$
declare
  stamp bigint;
begin
  if (select sum(l.changed) = 0 and count(distinct a.currency) = 1 and count(a.id) = cardinality(legs)
      from unnest(legs) l left join account a on a.id = l.account) is not true then
    raise exception 'unbalanced posting' using errcode = 'check_violation';
  end if;
  -- every posting locks merchant accounts in the same order, by id, so that postings cannot deadlock
  perform from account where id = any(array(select l.account from unnest(legs) l)) and merchant is not null
    order by id for no key update;
  if given_at is not null and exists (select from unnest(legs) l join account a on a.id = l.account
      where a.merchant is not null and a.last_at > given_at) then
    perform refuse('at_before_last_entry');
  end if;
  stamp := coalesce(given_at, clock_ms());
  return query
    with part as (select * from unnest(legs) with ordinality l (account, changed, category, flow_type, tx_id, place)),
    moved as (
      update account a
        set balance = a.balance + s.changed, seq = a.seq + s.parts, last_at = greatest(a.last_at, stamp)
        from (select account, sum(changed)::bigint as changed, count(*) as parts from part group by account) s
        where a.id = s.account and a.merchant is not null
        returning a.id, a.balance - s.changed as balance, a.seq - s.parts as seq, a.last_at)
    insert into entry (posting, account, seq, type_seq, changed, total, category, flow_type, tx_id, ext_id, at)
      select this.posting, p.account, m.seq + row_number() over so_far,
        case when m.id is not null then last_type_seq(p.account, p.flow_type)
          + row_number() over (partition by p.account, p.flow_type order by p.place) end, p.changed,
        (m.balance + sum(p.changed) over so_far)::bigint, p.category, p.flow_type, p.tx_id, ext, coalesce(m.last_at, stamp)
      from part p cross join nextval('posting_id') this (posting) left join moved m on m.id = p.account
      window so_far as (partition by p.account order by p.place)
      order by p.place
      returning *;
end $$;

-- The id of a merchant's account in a currency. Raises a 422 if the merchant has none.
create function account_of(whose bigint, fiat text) returns bigint language plpgsql stable as $$
declare
  found_id bigint := (select id from account where merchant = whose and currency = fiat and role = 'main');
begin
  if found_id is null then
    perform refuse('no_active_account', whose::text, fiat);
  end if;
  return found_id;
end $$;

create function system_account(which text, fiat text) returns bigint language sql stable as
  $$ select id from account where merchant is null and currency = fiat and role = which $$;

-- Reverses what was posted under a txId as `flow`: books the same entries with opposite signs as `flow`_ROLLBACK. Fails
-- the second time.
create function roll_back(tx bigint, flow text, ext text, given_at bigint default null) returns setof entry
language sql volatile as $$
  select * from post(array(select (account, -changed, category, flow || '_ROLLBACK', tx_id)::leg from entry
    where tx_id = tx and flow_type = flow order by id), ext, given_at)
$$;
