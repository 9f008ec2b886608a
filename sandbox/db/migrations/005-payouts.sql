-- Claims and transfers: money that leaves an account at its merchant's request. Each is one function call, one
-- transaction and one row. The row is written once under the caller's clientId, and answers every repetition.

-- The fee of an operation: a share of the amount, rounded up to the minor unit, plus a fixed part in minor units.
create table fee (
  operation text primary key check (operation in ('claim', 'transfer')),
  basis_points integer not null check (basis_points between 0 and 10000),
  fixed bigint not null check (fixed >= 0)
);
insert into fee values ('claim', 0, 200), ('transfer', 50, 0);

create function fee_of(what text, minor bigint) returns bigint language sql stable as
  $$ select ceil(minor::numeric * basis_points / 10000)::bigint + fixed from fee where operation = what $$;

-- The two legs of a fee; none if the fee is zero, because an entry must not be zero.
create function fee_legs(payer bigint, fiat text, minor bigint, flow text, tx bigint) returns leg[]
language sql stable as $$
  select case when minor = 0 then array[]::leg[] else
    array[(payer, -minor, 'FEE', flow, tx)::leg, (system_account('fees', fiat), minor, 'FEE', flow, tx)::leg] end
$$;

-- A merchant's stored payment methods, which claims are paid to.
create table payment_method (
  id bigint primary key,
  merchant bigint not null references merchant,
  currency text not null references currency,
  name text not null,
  unique (id, merchant, currency)
);

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
      perform refuse('no_active_account', whose::text, new.currency);
    end if;
  end loop;
  return null;
end $$;

create table withdrawal (
  tx_id bigint primary key default nextval('tx_id'),
  merchant bigint not null references merchant,
  client_id text,
  currency text not null references currency,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  payment_method bigint not null,
  written xid8 not null default pg_current_xact_id(),
  unique (merchant, client_id),
  foreign key (payment_method, merchant, currency) references payment_method (id, merchant, currency)
);
-- The order in which the control API lists a merchant's claims.
create index withdrawal_by_merchant on withdrawal (merchant, tx_id desc);
create index withdrawal_written on withdrawal (written);
create trigger withdrawal_channel after insert on withdrawal for each row execute function need_active_channels('merchant');
select freeze_table('withdrawal');

create table transfer (
  from_id bigint primary key default nextval('tx_id'),
  to_id bigint not null unique default nextval('tx_id'),
  sender bigint not null references merchant,
  recipient bigint not null references merchant check (recipient <> sender),
  client_id text not null,
  currency text not null references currency,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  written xid8 not null default pg_current_xact_id(),
  unique (sender, client_id)
);
create index transfer_written on transfer (written);
create trigger transfer_channels after insert on transfer for each row
  execute function need_active_channels('sender', 'recipient');
select freeze_table('transfer');

create function refuse_other_body(client text) returns void language plpgsql as $$
begin
  perform refuse('client_id_of_other_body', client);
end $$;

-- When a txId was booked on a merchant's account.
create function booked_at(tx bigint) returns bigint language sql stable as
  $$ select min(at) from entry where tx_id = tx and seq is not null $$;

-- Operation 3. The call that inserts the row books the claim. A repetition waits for that transaction and reads its row.
create function claim_funds(whose bigint, client text, fiat text, minor bigint, method bigint,
  out made withdrawal, out at bigint) language plpgsql as $$
declare
  payer bigint;
begin
  insert into withdrawal (merchant, client_id, currency, amount, fee, payment_method)
    values (whose, client, fiat, minor, fee_of('claim', minor), method)
    on conflict (merchant, client_id) do nothing returning * into made;
  if made.tx_id is null then
    select * into strict made from withdrawal w where w.merchant = whose and w.client_id = client;
    if (made.currency, made.amount, made.payment_method) is distinct from (fiat, minor, method) then
      perform refuse_other_body(client);
    end if;
    at := booked_at(made.tx_id);
    return;
  end if;
  payer := account_of(whose, fiat);
  select p.at into strict at from post(array[
      (payer, -minor, 'TRANSFER', 'WITHDRAW', made.tx_id)::leg,
      (system_account('bank', fiat), minor, 'TRANSFER', 'WITHDRAW', made.tx_id)::leg]
    || fee_legs(payer, fiat, made.fee, 'WITHDRAW', made.tx_id), coalesce(client, '')) p where p.account = payer limit 1;
end $$;

-- Operation 4. The two sides of a transfer have a txId each, and are booked in one posting.
create function transfer_funds(from_merchant bigint, to_merchant bigint, client text, fiat text, minor bigint,
  out made transfer, out at bigint) language plpgsql as $$
declare
  payer bigint; payee bigint;
begin
  insert into transfer (sender, recipient, client_id, currency, amount, fee)
    values (from_merchant, to_merchant, client, fiat, minor, fee_of('transfer', minor))
    on conflict (sender, client_id) do nothing returning * into made;
  if made.from_id is null then
    select * into strict made from transfer t where t.sender = from_merchant and t.client_id = client;
    if (made.recipient, made.currency, made.amount) is distinct from (to_merchant, fiat, minor) then
      perform refuse_other_body(client);
    end if;
    at := booked_at(made.from_id);
    return;
  end if;
  payer := account_of(from_merchant, fiat);
  payee := account_of(to_merchant, fiat);
  select p.at into strict at from post(array[
      (payer, -minor, 'TRANSFER', 'TRANSFER_OUT', made.from_id)::leg,
      (payee, minor, 'TRANSFER', 'TRANSFER_IN', made.to_id)::leg]
    || fee_legs(payer, fiat, made.fee, 'TRANSFER_OUT', made.from_id), client) p where p.account = payer limit 1;
end $$;

-- Rejects a claim, as a bank does when it cannot pay it out: amount and fee return to the balance. Raises a 422 the second
-- time.
create function reject_claim(tx bigint, given_at bigint) returns void language plpgsql as $$
declare
  sent withdrawal;
begin
  select * into sent from withdrawal where tx_id = tx;
  if not found then
    perform refuse('claim_not_found', tx::text);
  end if;
  perform roll_back(tx, 'WITHDRAW', coalesce(sent.client_id, ''), given_at);
exception when unique_violation then
  perform refuse('claim_rejected', tx::text);
end $$;
