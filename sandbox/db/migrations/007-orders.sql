-- Trading pairs, and orders of three kinds. The API lists them; the control API creates them and changes their status.

-- spec: Trading pair
create table pair (
  position integer primary key,
  country text not null,
  fiat text not null references currency,
  crypto text not null,
  accuracy smallint not null check (accuracy between 0 and 18),
  unique (fiat, crypto)
);
insert into pair
  select row_number() over (order by c.place, t.place), c.country, c.fiat, t.crypto, t.accuracy
  from (values (1, 'Mexico', 'MXN'), (2, 'Argentina', 'ARS'), (3, 'Colombia', 'COP'), (4, 'Brazil', 'BRL'),
    (5, 'Peru', 'PEN'), (6, 'United States', 'USD'), (7, 'European Union', 'EUR')) c (place, country, fiat)
  cross join (values (1, 'USDT', 2), (2, 'USDC', 2), (3, 'BTC', 8)) t (place, crypto, accuracy);

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
  written xid8 not null default pg_current_xact_id(),
  foreign key (kind, status) references order_status,
  -- in this order, so that a list of a merchant's orders is not read from this index
  unique (client_id, merchant),
  check (num_nulls(crypto, crypto_amount) = case kind when 'fiat_to_fiat' then 2 else 0 end),
  check (num_nulls(out_currency, out_payment_id, out_amount, out_fee) = case kind when 'fiat_to_fiat' then 0 else 4 end)
);
-- For the list of one kind, of every status or of one.
create index orders_by_time on orders (merchant, kind, at desc, id desc);
create index orders_by_status on orders (merchant, kind, status, at desc, id desc);
create index orders_written on orders (written);
create trigger orders_written before update on orders for each row execute function keep_writer();

-- What was booked under the txId of an order belongs to it for good.
create trigger orders_paid_once before update on orders for each row
  when (old.tx_id is not null and new.tx_id is distinct from old.tx_id) execute function frozen();

-- The number of a merchant's orders of each kind, day (in UTC, counted from 1970) and status, so that a list's total and
-- any page of it are found without counting orders one by one (src/ledger/orders.ts).
create table order_count (
  merchant bigint not null references merchant,
  kind text not null,
  day bigint not null,
  status smallint not null,
  orders bigint not null,
  written xid8 not null default pg_current_xact_id(),
  primary key (merchant, kind, day, status)
);
create index order_count_written on order_count (written);
create trigger order_count_written before update on order_count for each row execute function keep_writer();

create function day_of(at bigint) returns bigint language sql immutable as $$ select at / 86400000 $$;

-- Rows are locked in the order of their key. The status of an order only increases, so that moves cannot deadlock.
create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count as c select merchant, kind, day_of(at), status, count(*) from added
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (merchant, kind, day, status) do update set orders = c.orders + excluded.orders;
  else
    insert into order_count as c
      select merchant, kind, day_of(at), status, sum(change) from (
        select merchant, kind, at, status, 1 as change from added
        union all select merchant, kind, at, status, -1 from removed) x
      group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
      on conflict (merchant, kind, day, status) do update set orders = c.orders + excluded.orders;
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
    perform refuse('order_status_of_other_kind', what);
  end if;
  if will <= was or (select is_last from order_status where kind = what and status = was) then
    perform refuse('order_moves_back', was::text, will::text);
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
    perform refuse('order_not_found', order_id::text);
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
    perform refuse('order_has_no_refund', order_id::text);
  end if;
  if is_refunded and exists (select from entry where tx_id = o.tx_id and flow_type = 'REFUND') then
    perform refuse('order_refunded', order_id::text);
  end if;
  if is_refunded then
    perform post(array[(account_of(o.merchant, o.currency), o.amount, 'TRADE', 'REFUND', o.tx_id)::leg,
      (system_account('exchange', o.currency), -o.amount, 'TRADE', 'REFUND', o.tx_id)::leg], o.id::text);
  else
    perform roll_back(o.tx_id, 'REFUND', o.id::text);
  end if;
  update orders set has_refund = is_refunded where id = order_id;
end $$;
