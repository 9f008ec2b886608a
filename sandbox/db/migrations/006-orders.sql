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

-- Prices and crypto amounts are not booked, so they are stored as the exact text of the request.
create domain positive_decimal as text check (value ~ '^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$' and value::numeric > 0);

-- A purchase or sale has a fiat side and a crypto side. An exchange has a fiat side that is paid in and one that is paid out.
create table orders (
  id bigint generated always as identity (start 500001) primary key,
  kind text not null,
  client_id text not null,
  merchant bigint not null references merchant,
  price positive_decimal not null,
  status smallint not null default 10,
  currency text not null,
  payment_id integer not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  crypto text references token,
  crypto_amount positive_decimal,
  out_currency text check (out_currency <> currency),
  out_payment_id integer,
  out_amount bigint check (out_amount > 0),
  out_fee bigint check (out_fee >= 0),
  has_refund boolean not null default false,
  -- the txId of a purchase that was paid from the balance
  tx_id bigint unique,
  at bigint not null,
  completed_at bigint,
  foreign key (kind, status) references order_status,
  foreign key (payment_id, currency) references deposit_method (payment_id, currency),
  foreign key (out_payment_id, out_currency) references deposit_method (payment_id, currency),
  unique (merchant, client_id),
  check (num_nulls(crypto, crypto_amount) = case kind when 'fiat_to_fiat' then 2 else 0 end),
  check (num_nulls(out_currency, out_payment_id, out_amount, out_fee) = case kind when 'fiat_to_fiat' then 0 else 4 end)
);
-- For the list of one kind, of every status or of one.
create index orders_by_time on orders (merchant, kind, at desc, id desc);
create index orders_by_status on orders (merchant, kind, status, at desc, id desc);

-- The number of a merchant's orders of each kind and status, so that a page's total need not count them.
create table order_count (
  merchant bigint not null references merchant,
  kind text not null,
  status smallint not null,
  orders bigint not null,
  primary key (merchant, kind, status)
);

-- The rows are locked in the order of the statuses. A status only increases, so that moves cannot deadlock.
create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count as c select merchant, kind, status, count(*) from added group by 1, 2, 3 order by 1, 2, 3
      on conflict (merchant, kind, status) do update set orders = c.orders + excluded.orders;
  else
    insert into order_count as c
      select merchant, kind, status, sum(change) from (
        select merchant, kind, status, 1 as change from added union all select merchant, kind, status, -1 from removed) x
      group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
      on conflict (merchant, kind, status) do update set orders = c.orders + excluded.orders;
  end if;
  return null;
end $$;
create trigger orders_inserted after insert on orders referencing new table as added
  for each statement execute function count_orders();
create trigger orders_updated after update on orders referencing new table as added old table as removed
  for each statement execute function count_orders();

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
create function buy_crypto(o orders, tx bigint, given_at bigint) returns void language sql volatile as $$
  select from post(array[(account_of(o.merchant, o.currency), -o.amount, 'TRADE', 'BUY_CRYPTO', tx)::leg,
      (system_account('exchange', o.currency), o.amount, 'TRADE', 'BUY_CRYPTO', tx)::leg]
    || fee_legs(account_of(o.merchant, o.currency), o.currency, o.fee, 'BUY_CRYPTO', tx), o.id::text, given_at)
$$;

-- Locks an order. Raises a 404 if it does not exist.
create function lock_order(order_id bigint) returns orders language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders where id = order_id for update;
  if not found then
    perform refuse('404', format('Order %s was not found.', order_id));
  end if;
  return o;
end $$;

-- Moves an order to another status. A purchase is paid from the balance when it reaches status 50, or 60 directly. Status
-- 70 returns the payment.
create function move_order(order_id bigint, will integer, given_at bigint default null) returns void language plpgsql as $$
declare
  o orders := lock_order(order_id);
  tx bigint := o.tx_id;
begin
  perform check_order_move(o.kind, o.status, will);
  if o.kind = 'fiat_to_crypto' and will in (50, 60) and tx is null then
    tx := nextval('tx_id');
    perform buy_crypto(o, tx, given_at);
  elsif will = 70 and tx is not null then
    perform roll_back(tx, 'BUY_CRYPTO', o.id::text, given_at);
  end if;
  update orders set status = will, tx_id = tx, completed_at = case when will >= 60 then coalesce(given_at, clock_ms()) end
    where id = order_id;
end $$;

-- Refunds the price of a released purchase to the balance, or reverses the refund. Each happens at most once.
create function refund_order(order_id bigint, is_refunded boolean) returns void language plpgsql as $$
declare
  o orders := lock_order(order_id);
begin
  if o.kind <> 'fiat_to_crypto' or o.status <> 60 or o.has_refund = is_refunded then
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
  update orders set has_refund = is_refunded where id = order_id;
end $$;
