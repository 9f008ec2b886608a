-- Orders of three kinds. The API lists them; the control API creates them and changes their status.

create table order_status (
  kind text not null check (kind in ('fiat_to_crypto', 'crypto_to_fiat', 'fiat_to_fiat')),
  status smallint not null,
  -- a final status
  is_last boolean not null,
  primary key (kind, status)
);
insert into order_status
  select kind, status, status >= 60 from unnest(array['fiat_to_crypto', 'crypto_to_fiat']) kind
    cross join unnest(array[10, 30, 31, 40, 50, 60, 70]) status
  union all select 'fiat_to_fiat', status, status >= 60 from unnest(array[10, 30, 31, 41, 51, 60, 71, 72]) status;

create sequence order_id start 500001;

-- Prices and crypto amounts are not booked, so they are stored as the exact text of the request.
create domain positive_decimal as text check (value ~ '^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$' and value::numeric > 0);

create table crypto_order (
  id bigint primary key default nextval('order_id'),
  kind text not null check (kind <> 'fiat_to_fiat'),
  client_id text not null,
  merchant bigint not null references merchant,
  payment_id integer not null,
  crypto text not null references token,
  currency text not null references currency,
  price positive_decimal not null,
  crypto_amount positive_decimal not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  status smallint not null,
  has_refund boolean not null default false,
  -- the txId of a purchase that was paid from the balance
  tx_id bigint unique,
  at bigint not null,
  completed_at bigint,
  foreign key (kind, status) references order_status,
  unique (merchant, client_id)
);
create index crypto_order_by_time on crypto_order (merchant, kind, at desc, id desc);

-- An exchange between two accounts of one merchant.
create table fiat_order (
  id bigint primary key default nextval('order_id'),
  kind text not null default 'fiat_to_fiat' check (kind = 'fiat_to_fiat'),
  client_id text not null,
  merchant bigint not null references merchant,
  in_currency text not null references currency,
  in_payment_id integer not null,
  in_amount bigint not null check (in_amount > 0),
  in_fee bigint not null check (in_fee >= 0),
  out_currency text not null references currency check (out_currency <> in_currency),
  out_payment_id integer not null,
  out_amount bigint not null check (out_amount > 0),
  out_fee bigint not null check (out_fee >= 0),
  price positive_decimal not null,
  status smallint not null,
  at bigint not null,
  completed_at bigint,
  foreign key (kind, status) references order_status,
  unique (merchant, client_id)
);
create index fiat_order_by_time on fiat_order (merchant, at desc, id desc);

-- Raises an error unless the new status is one of the kind, higher than the old one, and the old one is not final.
create function check_order_move(what text, was integer, will integer) returns void language plpgsql as $$
begin
  if not exists (select from order_status where kind = what and status = will) then
    perform refuse('400', format('Parameter orderStatus must be a status of %s.', what));
  end if;
  if will <= was or (select is_last from order_status where kind = what and status = was) then
    perform refuse('422', format('An order of status %s does not move to %s.', was, will));
  end if;
end $$;

-- Pays a purchase: its price goes from the balance to the exchange account, its fee to the fees account.
create function buy_crypto(o crypto_order, tx bigint, given_at bigint) returns void language sql volatile as $$
  select from post(array[(account_of(o.merchant, o.currency), -o.amount, 'TRADE', 'BUY_CRYPTO', tx)::leg,
      (system_account('exchange', o.currency), o.amount, 'TRADE', 'BUY_CRYPTO', tx)::leg]
    || fee_legs(account_of(o.merchant, o.currency), o.currency, o.fee, 'BUY_CRYPTO', tx), o.id::text, given_at)
$$;

-- Moves an order to another status. A purchase is paid from the balance when it reaches status 50, or 60 directly. Status
-- 70 returns the payment.
create function move_order(order_id bigint, will integer, given_at bigint default null) returns void language plpgsql as $$
declare
  o crypto_order; f fiat_order; tx bigint;
begin
  select * into o from crypto_order where id = order_id for update;
  if not found then
    select * into f from fiat_order where id = order_id for update;
    if not found then
      perform refuse('404', format('Order %s was not found.', order_id));
    end if;
    perform check_order_move(f.kind, f.status, will);
    update fiat_order set status = will, completed_at = case when will >= 60 then coalesce(given_at, clock_ms()) end where id = order_id;
    return;
  end if;
  perform check_order_move(o.kind, o.status, will);
  tx := o.tx_id;
  if o.kind = 'fiat_to_crypto' and will in (50, 60) and tx is null then
    tx := nextval('tx_id');
    perform buy_crypto(o, tx, given_at);
  elsif will = 70 and tx is not null then
    perform roll_back(tx, 'BUY_CRYPTO', o.id::text, given_at);
  end if;
  update crypto_order set status = will, tx_id = tx, completed_at = case when will >= 60 then coalesce(given_at, clock_ms()) end
    where id = order_id;
end $$;

-- Refunds the price of a released purchase to the balance, or reverses the refund. Each happens at most once.
create function refund_order(order_id bigint, is_refunded boolean) returns void language plpgsql as $$
declare
  o crypto_order;
begin
  select * into o from crypto_order where id = order_id for update;
  if not found and not exists (select from fiat_order where id = order_id) then
    perform refuse('404', format('Order %s was not found.', order_id));
  end if;
  if o.kind is distinct from 'fiat_to_crypto' or o.status <> 60 or o.has_refund = is_refunded then
    perform refuse('422', format('Order %s cannot be refunded, or its refund taken back, as it is.', order_id));
  end if;
  if is_refunded and exists (select from entry where tx_id = o.tx_id and flow_type = 'REFUND') then
    perform refuse('422', format('Order %s was refunded before.', order_id));
  end if;
  if is_refunded then
    perform post(array[(account_of(o.merchant, o.currency), o.amount, 'TRADE', 'REFUND', o.tx_id)::leg,
      (system_account('exchange', o.currency), -o.amount, 'TRADE', 'REFUND', o.tx_id)::leg], o.id::text);
  else
    perform roll_back(o.tx_id, 'REFUND', o.id::text);
  end if;
  update crypto_order set has_refund = is_refunded where id = order_id;
end $$;
