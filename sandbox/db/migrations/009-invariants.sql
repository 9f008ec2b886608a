-- The invariants (sandbox/README.md, Ledger). Each is a view that must be empty. `verify` counts the rows of every view
-- whose name begins with i and the invariant's number; several views may share a number.
--
-- A view with the column `written` is read in slices of it: the row that is checked, and what it is compared with, found by
-- index (a lateral join or subquery with a limit, which no plan turns into a scan of the table). Each such row must be
-- checked again by whatever is written later and could violate the invariant. All other views are read as a whole.

-- When these rows were written. Unlike ids and times, the numbers of transactions tell which rows may still appear: all
-- transactions below the xmin of a snapshot have ended (src/ledger/verify.ts).
create view change as
  select written from entry union all select written from deposit union all select written from withdrawal
  union all select written from transfer union all select written from crypto_record union all select written from orders
  union all select written from order_count;

-- All rows written before transaction `upto` are checked. `failed_runs` tells a run that found nothing whether another one
-- has found a violation meanwhile.
create table verified (
  is_only boolean primary key default true check (is_only),
  upto xid8 not null,
  failed_runs bigint not null default 0
);
insert into verified (upto) values ('0');

create view i1_postings as
  select e.posting, a.currency, e.written from entry e join account a on a.id = e.account
  group by e.posting, a.currency, e.written having sum(e.changed) <> 0;

create view i2_balances as
  select id from account where merchant is not null and balance < 0;
create view i2_totals as
  select id, written from entry where total < 0;

create view i3_chain as
  select e.id, e.written from entry e
  left join lateral (select total from entry p where p.account = e.account and p.seq = e.seq - 1 limit 1) prior on true
  where e.seq is not null and (e.total <> coalesce(prior.total, 0) + e.changed or (prior.total is null) <> (e.seq = 1));
create view i3_types as
  select e.id, e.written from entry e
  where e.seq is not null and e.type_seq <> 1 + coalesce((select p.type_seq from entry p
    where p.account = e.account and p.flow_type = e.flow_type and p.seq is not null and (p.at, p.id) < (e.at, e.id)
    order by p.at desc, p.id desc limit 1), 0);
create view i3_last as
  select a.id from account a
  left join lateral (select total, seq from entry e where e.account = a.id order by e.seq desc limit 1) last on true
  where a.merchant is not null and (a.balance <> coalesce(last.total, 0) or a.seq <> coalesce(last.seq, 0));
create view i3_sequence as
  select e.id, e.written from entry e join account a on a.id = e.account where (a.merchant is null) <> (e.seq is null);

-- A fiat transfer has its out, in and fee entries in one posting, and no entry of these types belongs to anything else, or
-- was booked later.
create view i4_transfers as
  select t.from_id, t.written from transfer t
  cross join lateral (
    select count(*) as entries, count(distinct e.posting) as postings,
      count(*) filter (where e.tx_id = t.from_id and a.merchant = t.sender and e.flow_type = 'TRANSFER_OUT'
        and e.category = 'TRANSFER' and e.changed = -t.amount) as outs,
      count(*) filter (where e.tx_id = t.to_id and a.merchant = t.recipient and e.flow_type = 'TRANSFER_IN'
        and e.category = 'TRANSFER' and e.changed = t.amount) as ins,
      count(*) filter (where e.tx_id = t.from_id and e.flow_type = 'TRANSFER_OUT' and e.category = 'FEE'
        and e.changed = case when a.merchant = t.sender then -t.fee when a.role = 'fees' then t.fee end) as fees
    from entry e join account a on a.id = e.account
    where e.tx_id = any(array[t.from_id, t.to_id]) and a.currency = t.currency) booked
  where (booked.outs, booked.ins, booked.fees, booked.postings, booked.entries)
    is distinct from (1, 1, case when t.fee = 0 then 0 else 2 end, 1, case when t.fee = 0 then 2 else 4 end);
create view i4_strays as
  select e.id, e.written from entry e
  where e.flow_type in ('TRANSFER_IN', 'TRANSFER_OUT')
    and not exists (select from transfer t where t.from_id = e.tx_id and t.written = e.written offset 0)
    and not exists (select from transfer t where t.to_id = e.tx_id and t.written = e.written offset 0);
create view i4_crypto as
  select r.transfer, r.written from crypto_record r
  cross join lateral (select count(*) as records, sum(o.amount) as amount, count(distinct client_id) as client_ids,
      count(distinct token) as tokens, count(distinct (from_merchant, to_merchant)) as ends,
      count(distinct merchant) as merchants
    from crypto_record o where o.transfer = r.transfer) whole
  where (whole.records, whole.amount, whole.client_ids, whole.tokens, whole.ends, whole.merchants) is distinct from (2, 0, 1, 1, 1, 2);

create view i5_claims as
  select tx_id, written from withdrawal w where exists (select from withdrawal o
    where o.merchant = w.merchant and o.client_id = w.client_id and o.tx_id <> w.tx_id offset 0);
create view i5_transfers as
  select from_id, written from transfer t where exists (select from transfer o
    where o.sender = t.sender and o.client_id = t.client_id and o.from_id <> t.from_id offset 0);
create view i5_crypto as
  select id, written from crypto_record r where exists (select from crypto_record o
    where o.from_merchant = r.from_merchant and o.client_id = r.client_id and o.transfer <> r.transfer offset 0);

-- What left the account is the amount plus the fee, each in an entry of its own, and nothing left it later.
create view i6_claims as
  select w.tx_id, w.written from withdrawal w cross join lateral (
    select count(distinct e.posting) as postings,
      coalesce(sum(e.changed) filter (where e.category = 'TRANSFER'), 0) as main,
      coalesce(sum(e.changed) filter (where e.category = 'FEE'), 0) as fee
    from entry e join account a on a.id = e.account
    where e.tx_id = w.tx_id and e.flow_type = 'WITHDRAW' and a.merchant = w.merchant and a.currency = w.currency) left_it
  where (left_it.postings, left_it.main, left_it.fee) is distinct from (1, -w.amount, -w.fee);
create view i6_transfers as
  select t.from_id, t.written from transfer t where t.amount + t.fee is distinct from (select -sum(e.changed) from entry e
    join account a on a.id = e.account where e.tx_id = t.from_id and a.merchant = t.sender);
create view i6_strays as
  select e.id, e.written from entry e
  where e.flow_type in ('WITHDRAW', 'WITHDRAW_ROLLBACK') and not exists (select from withdrawal w
    where w.tx_id = e.tx_id and (w.written = e.written or e.flow_type = 'WITHDRAW_ROLLBACK') offset 0);

-- fromId and toId exist and belong to the transfer's two merchants.
create view i7_ids as
  select t.from_id, t.written from transfer t cross join lateral (
    select bool_or(e.tx_id = t.from_id and a.merchant = t.sender) and bool_or(e.tx_id = t.to_id and a.merchant = t.recipient)
      and bool_and(coalesce(a.merchant = case e.tx_id when t.from_id then t.sender else t.recipient end, true)) as belong
    from entry e join account a on a.id = e.account where e.tx_id = any(array[t.from_id, t.to_id])) ids
  where ids.belong is not true;

-- The triggers that keep tables append-only are enabled, and nothing is rolled back more often than it was booked.
create view i8_guards as
  select name, guard from unnest(array['entry', 'issuance', 'identifier', 'deposit', 'withdrawal', 'transfer', 'crypto_record']) name
  cross join unnest(array['_frozen', '_kept']) guard
  where not exists (select 1 from pg_trigger t
    where t.tgrelid = name::regclass and t.tgname = name || guard and t.tgenabled in ('O', 'A'));
create view i8_rollbacks as
  select e.id, e.written from entry e cross join lateral (
    select count(*) filter (where o.flow_type = e.flow_type) as rollbacks,
      count(*) filter (where o.flow_type || '_ROLLBACK' = e.flow_type) as booked
    from entry o where o.tx_id = e.tx_id and o.account = e.account and o.category = e.category) of_tx
  where e.flow_type like '%\_ROLLBACK' and of_tx.rollbacks > of_tx.booked;

create view i9_time as
  select e.id, e.written from entry e
  cross join lateral (select at, id from entry p where p.account = e.account and p.seq = e.seq - 1 limit 1) prior
  where (e.at, e.id) < (prior.at, prior.id);

create view i10_statuses as
  select o.id, o.written from orders o
  where not exists (select from order_status s where s.kind = o.kind and s.status = o.status);
-- The kept numbers of orders are those of the orders.
create view i10_counts as
  select c.merchant, c.kind, c.day, c.status, c.written from order_count c
  where c.orders <> (select count(*) from orders o where o.merchant = c.merchant and o.kind = c.kind
    and o.status = c.status and o.at >= c.day * 86400000 and o.at < (c.day + 1) * 86400000);
create view i10_uncounted as
  select o.id, o.written from orders o where not exists (select from order_count c where c.merchant = o.merchant
    and c.kind = o.kind and c.day = day_of(o.at) and c.status = o.status offset 0);

-- The amount the bank stated has at most two decimals, and equals the recorded amount.
create view i12_decimals as
  select d.id, d.written from deposit d
  where d.stated !~ '^[0-9]+(\.[0-9]{1,2})?$'
     or d.amount::text <> coalesce(nullif(ltrim(split_part(d.stated, '.', 1)
          || rpad(split_part(d.stated, '.', 2), 2, '0'), '0'), ''), '0');

-- A deposit is credited to the recorded merchant, in the recorded amount and currency, and every credited deposit is
-- recorded. What is returned is of a credited deposit, from the account and under the txId of its credit, and in all at most
-- its amount.
create view i14_credited as
  select d.id, d.written from deposit d
  cross join lateral (select * from entry e where e.id = d.entry limit 1) e join account a on a.id = e.account
  where e.changed <> d.amount or e.tx_id <> d.tx_id or e.flow_type <> 'DEPOSIT' or a.currency <> d.currency
     or a.merchant is distinct from d.merchant;
create view i14_arrived as
  select e.id, e.written from entry e where e.flow_type = 'DEPOSIT' and e.seq is not null and e.changed > 0
     and not exists (select 1 from deposit d where d.entry = e.id offset 0);
create view i14_returned as
  select e.id, e.written from entry e
  cross join lateral (
    select -sum(c.changed) filter (where c.changed < 0 and c.ext_id = e.ext_id) as returned,
      sum(c.changed) filter (where c.category = e.category and exists (
        select from deposit d where d.entry = c.id and 'D' || d.id = e.ext_id offset 0)) as credited
    from entry c where c.tx_id = e.tx_id and c.account = e.account and c.flow_type = 'DEPOSIT') of_tx
  where e.flow_type = 'DEPOSIT' and e.seq is not null and e.changed < 0 and (of_tx.returned <= of_tx.credited) is not true;

-- A paid purchase took its price and fee. A canceled one returned both, a refunded one its price. No entry of these types
-- belongs to anything else. A purchase is checked when its order changes and when something is booked for it: under its
-- txId, or with its id as extId, whatever txId it had then.
create view i15_purchases as
  select o.id, changed.written from (
    select id, written from orders
    union select o.id, e.written from entry e cross join lateral (select id from orders o where o.tx_id = e.tx_id limit 1) o
      where e.flow_type in ('BUY_CRYPTO', 'BUY_CRYPTO_ROLLBACK', 'REFUND', 'REFUND_ROLLBACK')) changed
  cross join lateral (select * from orders o where o.id = changed.id limit 1) o
  cross join lateral (
    select coalesce(sum(e.changed) filter (where e.category = 'TRADE'), 0) as main,
      coalesce(sum(e.changed) filter (where e.category = 'FEE'), 0) as fee
    from (select id, account, category, changed from entry where tx_id = o.tx_id
      union select id, account, category, changed from entry where ext_id = o.id::text
        and flow_type in ('BUY_CRYPTO', 'BUY_CRYPTO_ROLLBACK', 'REFUND', 'REFUND_ROLLBACK')) e
    join account a on a.id = e.account where a.merchant = o.merchant) booked
  where (booked.main, booked.fee) is distinct from (
    case when o.kind = 'fiat_to_crypto' and o.status in (50, 60) and not o.has_refund then -o.amount else 0 end,
    case when o.kind = 'fiat_to_crypto' and o.status in (50, 60) then -o.fee else 0 end);
create view i15_strays as
  select e.id, e.written from entry e
  where (e.category = 'TRADE' or e.flow_type in ('BUY_CRYPTO', 'BUY_CRYPTO_ROLLBACK', 'REFUND', 'REFUND_ROLLBACK'))
    and not exists (select from orders o where o.tx_id = e.tx_id offset 0);
