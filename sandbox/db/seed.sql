-- The initial data of a sandbox. All of it is dated to the start of 2025, before any later deposit, and is the same on
-- every start.

create function opened_at() returns bigint language sql immutable as $$ select 1735689600000::bigint $$;

insert into merchant (id, kind, name, email) values
  (1001, 'individual', 'Tienda Sol', 'sol@merchant.example'),
  (1002, 'business', 'Mercado Luna', 'luna@merchant.example'),
  (2001, 'individual', 'Otra Tienda', null);

select open_channels(id, array['MXN', 'ARS', 'COP', 'BRL', 'PEN', 'USD', 'EUR']) from (values (1001), (1002)) m (id);
-- One channel of another merchant, without a balance, for tests of access control.
insert into channel (merchant, currency, trench, status) values (2001, 'MXN', 'CLABE - PROVIDER_A', 'active');

-- Brings every balance of 1001 and 1002 to a million with ordinary deposits, so that the ledger is consistent.
create function fill_balances(given_at bigint) returns void language sql volatile as $$
  select credit_deposit(merchant, currency, missing, to_char(missing / 100.0, 'FM9999999990.00'), null, null, null, null,
    'Opening balance', given_at)
  from (select merchant, currency, 100000000 - balance as missing from account
    where merchant in (1001, 1002) order by id) a
  where missing > 0
$$;
select fill_balances(opened_at());

insert into payment_method (id, merchant, currency, name) values
  (501, 1001, 'MXN', 'Tienda Sol, MXN'), (502, 1001, 'ARS', 'Tienda Sol, ARS'),
  (503, 1002, 'MXN', 'Mercado Luna, MXN'), (504, 1002, 'ARS', 'Mercado Luna, ARS');

-- One in each status for each payment id that has virtual accounts (spec: Get multiple virtual accounts; 81 to 84, Virtual
-- account record).
insert into virtual_account (merchant, payment_id, currency, alias, status, at)
  select merchant, payment_id, currency, alias, status, opened_at()
  from unnest(array[1001, 1002]) merchant
  cross join (values (105, 'MXN'), (63, 'ARS'), (68, 'COP'), (90, 'BRL'), (92, 'BRL'),
    (81, 'USD'), (82, 'USD'), (83, 'USD'), (84, 'USD')) m (payment_id, currency)
  cross join (values (1, 'norte'), (2, 'centro'), (3, 'sur')) a (status, alias)
  order by merchant, payment_id, status;

-- An order of each kind and status for each merchant. Purchases are paid from the PEN account.
insert into orders (kind, client_id, merchant, price, currency, payment_id, amount, fee, crypto, crypto_amount, at)
  select s.kind, 'seed-' || s.kind || '-' || s.status, merchant, '3.75', 'PEN', 95, 37500, 188, 'USDT', '100.00', opened_at()
  from unnest(array[1001, 1002]) merchant cross join order_status s
  where s.kind <> 'fiat_to_fiat' order by merchant, s.kind, s.status;
insert into orders (kind, client_id, merchant, price, currency, payment_id, amount, fee, out_currency, out_payment_id,
    out_amount, out_fee, at)
  select s.kind, 'seed-' || s.kind || '-' || s.status, merchant, '79.20', 'MXN', 105, 100000, 500, 'ARS', 63, 7920000, 39600,
    opened_at()
  from unnest(array[1001, 1002]) merchant cross join order_status s
  where s.kind = 'fiat_to_fiat' order by merchant, s.status;
select move_order(o.id, s.status, opened_at())
  from orders o join order_status s on o.client_id = 'seed-' || s.kind || '-' || s.status
  where s.status > 10 order by o.id;

select transfer_crypto(sender, recipient, symbol, units, 'seed-' || place, opened_at())
  from (values (1, 1001, 1002, 'USDT', 250500000), (2, 1002, 1001, 'BTC', 1500000), (3, 1001, 2001, 'USDC', 40000000))
    t (place, sender, recipient, symbol, units)
  order by place;

-- Returns what the purchases took, so that every balance is a million again.
select fill_balances(opened_at() + 1);

drop function fill_balances(bigint);
drop function opened_at();
