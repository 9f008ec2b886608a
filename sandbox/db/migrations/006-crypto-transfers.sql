-- Crypto transfers between merchants. The API only lists the records, so no crypto balances are stored.

create table token (
  symbol text primary key check (symbol ~ '^[A-Z0-9]{2,12}$'),
  decimals smallint not null check (decimals between 0 and 8)
);
insert into token values ('USDT', 6), ('USDC', 6), ('BTC', 8);

-- One side of a transfer. `amount` is in the token's smallest unit, positive for the recipient.
create table crypto_record (
  id bigint generated always as identity primary key,
  transfer bigint not null,
  token text not null references token,
  amount bigint not null check (amount <> 0),
  client_id text not null,
  merchant bigint not null references merchant,
  from_merchant bigint not null references merchant,
  to_merchant bigint not null references merchant check (to_merchant <> from_merchant),
  at bigint not null,
  written xid8 not null default pg_current_xact_id(),
  check (merchant = case when amount > 0 then to_merchant else from_merchant end),
  unique (transfer, merchant),
  unique (from_merchant, client_id, merchant)
);
create index crypto_record_written on crypto_record (written);
create index crypto_record_by_time on crypto_record (merchant, at desc, id desc);
select freeze_table('crypto_record');
create sequence crypto_transfer_id;

-- Records both sides of a transfer in one statement.
create function transfer_crypto(sender bigint, recipient bigint, symbol text, units bigint, client text, given_at bigint)
returns setof crypto_record language sql volatile as $$
  insert into crypto_record (transfer, token, amount, client_id, merchant, from_merchant, to_merchant, at)
  select this.transfer, symbol, side.amount, client, side.merchant, sender, recipient, coalesce(given_at, this.at)
  from (select nextval('crypto_transfer_id') as transfer, clock_ms() as at) this,
    (values (1, sender, -units), (2, recipient, units)) side (place, merchant, amount)
  order by side.place
  returning *
$$;
