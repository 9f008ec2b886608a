-- What must never be false, each a view that must be empty. `verify` counts the rows of every view whose name begins
-- with i and a number; several views may share a number.

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

-- Append-only: the guards stand, and no original is rolled back more often than it was made.
create view i8_guards as
  select name, guard from unnest(array['entry', 'issuance', 'identifier', 'deposit']) name
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

-- The amount as stated has no more decimals than its currency, and is the amount that was booked.
create view i12_decimals as
  select d.id from deposit d join currency c on c.code = d.currency
  where d.stated !~ '^[0-9]+(\.[0-9]+)?$'
     or length(split_part(d.stated, '.', 2)) > c.decimals
     or d.amount::text <> coalesce(nullif(ltrim(split_part(d.stated, '.', 1)
          || rpad(split_part(d.stated, '.', 2), c.decimals, '0'), '0'), ''), '0');

-- A deposit is credited once, to whom and in what it says; and no deposit is on the books that did not arrive.
create view i14_credited as
  select d.id from deposit d join entry e on e.id = d.entry join account a on a.id = e.account
  where e.changed <> d.amount or e.tx_id <> d.tx_id or e.flow_type <> 'DEPOSIT' or a.currency <> d.currency
     or a.merchant is distinct from d.merchant;
create view i14_arrived as
  select e.id from entry e where e.flow_type = 'DEPOSIT' and e.seq is not null
     and not exists (select 1 from deposit d where d.entry = e.id);
