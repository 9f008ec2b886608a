-- "Ids must be valid and active" (spec: Transfer pending funds): a claim, and either side of a transfer, needs an active channel
-- of its currency. Checked with the row that is written once under a clientId, so that a repetition gets the first response
-- even if the channel was closed in between. The arguments of a trigger are the columns with the merchants.
create function need_active_channels() returns trigger language plpgsql as $$
declare
  side text;
  whose bigint;
begin
  foreach side in array tg_argv loop
    whose := to_jsonb(new) ->> side;
    if not exists (select from channel where merchant = whose and currency = new.currency and status = 'active') then
      perform refuse('422', format('Merchant %s has no active %s account.', whose, new.currency));
    end if;
  end loop;
  return null;
end $$;
create trigger withdrawal_channel after insert on withdrawal for each row execute function need_active_channels('merchant');
create trigger transfer_channels after insert on transfer for each row
  execute function need_active_channels('sender', 'recipient');
