-- The invariants (sandbox/README.md, Ledger). Each is a view that must be empty. `verify` counts the rows of every view
-- whose name begins with i and the invariant's number; several views may share a number.

create view i1_postings as
  select e.posting, a.currency from entry e join account a on a.id = e.account
  group by e.posting, a.currency having sum(e.changed) <> 0;
create view i1_currencies as
  select a.currency from entry e join account a on a.id = e.account group by a.currency having sum(e.changed) <> 0;

create view i2_negative as
  select id from account where merchant is not null and balance < 0
  union all select e.account from entry e where e.total < 0;

create view i3_chain as
  select id from (
    select e.*, lag(total, 1, 0::bigint) over w as before, lag(seq, 1, 0::bigint) over w as prior
    from entry e where seq is not null window w as (partition by account order by seq)) x
  where total <> before + changed or seq <> prior + 1;
create view i3_last as
  select a.id from account a
  left join lateral (select total, seq from entry e where e.account = a.id order by e.seq desc limit 1) last on true
  where a.merchant is not null and (a.balance <> coalesce(last.total, 0) or a.seq <> coalesce(last.seq, 0));
create view i3_sequence as
  select e.id from entry e join account a on a.id = e.account where (a.merchant is null) <> (e.seq is null);

-- A fiat transfer has its out, in and fee entries in one posting, and no entry of these types belongs to anything else.
create view i4_transfers as
  select t.from_id from transfer t
  left join lateral (
    select count(*) as entries, count(distinct e.posting) as postings,
      count(*) filter (where e.tx_id = t.from_id and a.merchant = t.sender and e.flow_type = 'TRANSFER_OUT'
        and e.category = 'TRANSFER' and e.changed = -t.amount) as outs,
      count(*) filter (where e.tx_id = t.to_id and a.merchant = t.recipient and e.flow_type = 'TRANSFER_IN'
        and e.category = 'TRANSFER' and e.changed = t.amount) as ins,
      count(*) filter (where e.tx_id = t.from_id and e.flow_type = 'TRANSFER_OUT' and e.category = 'FEE'
        and e.changed = case when a.merchant = t.sender then -t.fee when a.role = 'fees' then t.fee end) as fees
    from entry e join account a on a.id = e.account
    where e.tx_id in (t.from_id, t.to_id) and a.currency = t.currency) booked on true
  where (booked.outs, booked.ins, booked.fees, booked.postings, booked.entries)
    is distinct from (1, 1, case when t.fee = 0 then 0 else 2 end, 1, case when t.fee = 0 then 2 else 4 end);
create view i4_strays as
  select e.id from entry e where e.flow_type in ('TRANSFER_IN', 'TRANSFER_OUT')
    and not exists (select from transfer t where e.tx_id in (t.from_id, t.to_id));
create view i4_crypto as
  select transfer from crypto_record group by transfer
  having count(*) <> 2 or sum(amount) <> 0 or count(distinct client_id) <> 1 or count(distinct token) <> 1
    or count(distinct (from_merchant, to_merchant)) <> 1 or count(distinct merchant) <> 2;

create view i5_client_ids as
  select merchant, 'claim' as operation, client_id from withdrawal where client_id is not null
    group by merchant, client_id having count(*) > 1
  union all select sender, 'transfer', client_id from transfer group by sender, client_id having count(*) > 1
  union all select from_merchant, 'crypto', client_id from crypto_record
    group by from_merchant, client_id having count(distinct transfer) > 1;

-- What left the account is the amount plus the fee, each in an entry of its own.
create view i6_claims as
  select w.tx_id from withdrawal w left join lateral (
    select count(distinct e.posting) as postings,
      coalesce(sum(e.changed) filter (where e.category = 'TRANSFER'), 0) as main,
      coalesce(sum(e.changed) filter (where e.category = 'FEE'), 0) as fee
    from entry e join account a on a.id = e.account
    where e.tx_id = w.tx_id and e.flow_type = 'WITHDRAW' and a.merchant = w.merchant and a.currency = w.currency) left_it on true
  where (left_it.postings, left_it.main, left_it.fee) is distinct from (1, -w.amount, -w.fee);
create view i6_transfers as
  select t.from_id from transfer t where t.amount + t.fee is distinct from (select -sum(e.changed) from entry e
    join account a on a.id = e.account where e.tx_id = t.from_id and a.merchant = t.sender);
create view i6_strays as
  select e.id from entry e where e.flow_type like 'WITHDRAW%'
    and not exists (select from withdrawal w where w.tx_id = e.tx_id);

-- fromId and toId exist and belong to the transfer's two merchants.
create view i7_ids as
  select t.from_id from transfer t
  where not exists (select from entry e join account a on a.id = e.account where e.tx_id = t.from_id and a.merchant = t.sender)
     or not exists (select from entry e join account a on a.id = e.account where e.tx_id = t.to_id and a.merchant = t.recipient)
     or exists (select from entry e join account a on a.id = e.account
          where (e.tx_id = t.from_id and a.merchant <> t.sender) or (e.tx_id = t.to_id and a.merchant <> t.recipient));

-- The triggers that keep tables append-only are enabled, and nothing is rolled back more often than it was booked.
create view i8_guards as
  select name, guard from unnest(array['entry', 'issuance', 'identifier', 'deposit', 'withdrawal', 'transfer', 'crypto_record']) name
  cross join unnest(array['_frozen', '_kept']) guard
  where not exists (select 1 from pg_trigger t
    where t.tgrelid = name::regclass and t.tgname = name || guard and t.tgenabled in ('O', 'A'));
create view i8_rollbacks as
  select account, tx_id, category from entry
  where flow_type in ('BUY_CRYPTO', 'REFUND', 'WITHDRAW') or flow_type like '%\_ROLLBACK'
  group by account, tx_id, category, replace(flow_type, '_ROLLBACK', '')
  having count(*) filter (where flow_type like '%\_ROLLBACK') > count(*) filter (where flow_type not like '%\_ROLLBACK');

create view i9_time as
  select id from (select id, at, lag(at, 1, 0::bigint) over (partition by account order by seq) as earlier
    from entry where seq is not null) x
  where at < earlier;

create view i10_statuses as
  select o.id from orders o
  where not exists (select from order_status s where s.kind = o.kind and s.status = o.status);
-- The number of orders of each status is kept.
create view i10_counts as
  select merchant, kind, status from (select merchant, kind, status, count(*) as orders from orders group by 1, 2, 3) o
  full join order_count c using (merchant, kind, status) where coalesce(o.orders, 0) <> coalesce(c.orders, 0);

-- The amount the bank stated has no more decimals than its currency, and equals the recorded amount.
create view i12_decimals as
  select d.id from deposit d join currency c on c.code = d.currency
  where d.stated !~ '^[0-9]+(\.[0-9]+)?$'
     or length(split_part(d.stated, '.', 2)) > c.decimals
     or d.amount::text <> coalesce(nullif(ltrim(split_part(d.stated, '.', 1)
          || rpad(split_part(d.stated, '.', 2), c.decimals, '0'), '0'), ''), '0');

-- A deposit is credited to the recorded merchant, in the recorded amount and currency, and every credited deposit is
-- recorded.
create view i14_credited as
  select d.id from deposit d join entry e on e.id = d.entry join account a on a.id = e.account
  where e.changed <> d.amount or e.tx_id <> d.tx_id or e.flow_type <> 'DEPOSIT' or a.currency <> d.currency
     or a.merchant is distinct from d.merchant;
create view i14_arrived as
  select e.id from entry e where e.flow_type = 'DEPOSIT' and e.seq is not null
     and not exists (select 1 from deposit d where d.entry = e.id);

-- A paid purchase took its price and fee. A canceled one returned both, a refunded one its price. No entry of these types
-- belongs to anything else.
create view i15_purchases as
  select o.id from orders o left join lateral (
    select coalesce(sum(e.changed) filter (where e.category = 'TRADE'), 0) as main,
      coalesce(sum(e.changed) filter (where e.category = 'FEE'), 0) as fee
    from entry e join account a on a.id = e.account where e.tx_id = o.tx_id and a.merchant = o.merchant) booked on true
  where (booked.main, booked.fee) is distinct from (
    case when o.kind = 'fiat_to_crypto' and o.status in (50, 60) and not o.has_refund then -o.amount else 0 end,
    case when o.kind = 'fiat_to_crypto' and o.status in (50, 60) then -o.fee else 0 end);
create view i15_strays as
  select e.id from entry e where (e.category = 'TRADE' or e.flow_type like 'BUY_CRYPTO%')
    and not exists (select from orders o where o.tx_id = e.tx_id);
