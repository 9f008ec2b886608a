-- Deposits that are sent back to the sender. The API has no flow type of its own for this, so a return is a second flow of
-- the type DEPOSIT with a negative change, under the txId and the extId of the deposit.

-- The return of a deposit is found by its ext_id. A deposit is returned at most once.
create unique index entry_returned on entry (ext_id) where seq is not null and flow_type = 'DEPOSIT' and changed < 0;

-- Sends a credited deposit back in full: books its entries again with opposite signs. Raises a 422 if it was not credited,
-- the second time, or if the balance does not cover it.
create function return_deposit(which bigint, given_at bigint) returns void language plpgsql as $$
declare
  d deposit;
begin
  select * into d from deposit where id = which;
  if not found then
    perform refuse('404', format('Deposit %s was not found.', which));
  elsif d.entry is null then
    perform refuse('422', format('Deposit %s was not credited.', which));
  end if;
  -- Locked before the check, so that the second of two returns at once is told that it is the second.
  perform from account where id = (select account from entry where id = d.entry) for no key update;
  if exists (select from entry where ext_id = 'D' || which and seq is not null and flow_type = 'DEPOSIT' and changed < 0) then
    perform refuse('422', format('Deposit %s was returned before.', which));
  end if;
  perform post(array(select (account, -changed, category, flow_type, tx_id)::leg from entry
    where posting = (select posting from entry where id = d.entry) order by id), 'D' || which, given_at);
end $$;

-- A scheduled row is either a deposit that arrives then, or the credited deposit that is sent back then.
alter table scheduled_deposit add column returned bigint references deposit;
alter table scheduled_deposit alter column deposit drop not null;
alter table scheduled_deposit add constraint scheduled_once check (num_nonnulls(deposit, returned) = 1);
