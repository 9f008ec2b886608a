-- A deposit is sent back in any number of parts. Each is a flow of its own, and together they are never more than the deposit.
drop index entry_returned;
create index entry_returned on entry (ext_id) where seq is not null and flow_type = 'DEPOSIT' and changed < 0;

-- Sends an amount of a credited deposit back, or what is left of it: books the deposit's entries again with this amount and
-- opposite signs. Raises a 422 if the deposit was not credited, if less is left, or if the balance does not cover it.
drop function return_deposit(bigint, bigint);
create function return_deposit(which bigint, minor bigint, given_at bigint) returns void language plpgsql as $$
declare
  d deposit;
  rest bigint;
begin
  select * into d from deposit where id = which;
  if not found then
    perform refuse('404', format('Deposit %s was not found.', which));
  elsif d.entry is null then
    perform refuse('422', format('Deposit %s was not credited.', which));
  end if;
  -- Locked before the sum is read, so that of two returns at once, the second counts the first.
  perform from account where id = (select account from entry where id = d.entry) for no key update;
  select d.amount + coalesce(sum(changed), 0) into rest from entry
    where ext_id = 'D' || which and seq is not null and flow_type = 'DEPOSIT' and changed < 0;
  minor := coalesce(minor, rest);
  if minor not between 1 and rest then
    raise check_violation using constraint = 'left_to_return', detail = rest;
  end if;
  perform post(array(select (account, case when changed > 0 then -minor else minor end, category, flow_type, tx_id)::leg
    from entry where posting = (select posting from entry where id = d.entry) order by id), 'D' || which, given_at);
end $$;

-- What is returned is of a credited deposit, from the account and under the txId of its credit, and in all at most its amount.
create or replace view i14_returned as
  select e.id, e.written from entry e
  cross join lateral (
    select -sum(c.changed) filter (where c.changed < 0 and c.ext_id = e.ext_id) as returned,
      sum(c.changed) filter (where c.category = e.category and exists (
        select from deposit d where d.entry = c.id and 'D' || d.id = e.ext_id offset 0)) as credited
    from entry c where c.tx_id = e.tx_id and c.account = e.account and c.flow_type = 'DEPOSIT') of_tx
  where e.flow_type = 'DEPOSIT' and e.seq is not null and e.changed < 0 and (of_tx.returned <= of_tx.credited) is not true;
