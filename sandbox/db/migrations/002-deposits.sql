-- Issued deposit details, the deposits that arrive, and how a deposit is matched to the details it was made to.

-- Deposit details of one response. `tx_id` is set if the method gives new details per call; otherwise the details belong
-- to the merchant and stay the same. json, not jsonb, because it keeps the order of a fieldList.
create table issuance (
  id bigint generated always as identity primary key,
  merchant bigint not null references merchant,
  currency text not null references currency,
  payment_id integer not null,
  -- the virtual account the details are for; empty for the merchant's own account
  alias text not null default '',
  tx_id bigint unique,
  amount bigint check (amount > 0),
  field_list json not null,
  at bigint not null
);
create unique index issuance_kept on issuance (merchant, payment_id, alias) where tx_id is null;
select freeze_table('issuance');

-- The references by which a payment or a page finds its deposit details. `kind` is the kind of reference, `folded` the
-- value in a form that is the same for all its spellings.
create table identifier (
  kind text not null check (kind in ('txId', 'account', 'reference', 'link', 'image')),
  folded text not null,
  issuance bigint not null references issuance,
  primary key (kind, folded)
);
create index identifier_by_issuance on identifier (issuance);
select freeze_table('identifier');

-- A bank deposit that arrived: either credited by an entry, or recorded with the reason why it was not. `stated` is the
-- amount as the bank wrote it.
create table deposit (
  id bigint generated always as identity primary key,
  currency text not null references currency,
  amount bigint not null check (amount > 0),
  stated text not null,
  merchant bigint references merchant,
  account text,
  reference text,
  sender_name text,
  payment_id integer,
  tx_id bigint,
  entry bigint unique references entry,
  unmatched text check (unmatched in ('no details', 'unknown', 'contradiction', 'other merchant', 'other currency', 'account not active')),
  at bigint not null,
  check ((entry is null) = (unmatched is not null)),
  check ((entry is null) = (tx_id is null))
);
select freeze_table('deposit');

-- Credits a deposit to a merchant's account and records it. Without a txId (`for_tx`) it gets a new one.
create function credit_deposit(to_merchant bigint, fiat text, minor bigint, as_stated text, for_tx bigint, via integer,
  to_account text, with_reference text, from_sender text, given_at bigint) returns bigint language plpgsql as $$
declare
  this_deposit bigint := nextval(pg_get_serial_sequence('deposit', 'id'));
  this_tx bigint := coalesce(for_tx, nextval('tx_id'));
  made entry;
begin
  select p.* into strict made from post(array(
      select (a.id, case a.role when 'main' then minor else -minor end, 'TRANSFER', 'DEPOSIT', this_tx)::leg
      from account a where a.currency = fiat and (a.merchant = to_merchant or a.role = 'bank')),
    'D' || this_deposit, given_at) p where p.seq is not null;
  insert into deposit (id, currency, amount, stated, merchant, account, reference, sender_name, payment_id, tx_id, entry, at)
    overriding system value
    values (this_deposit, fiat, minor, as_stated, to_merchant, to_account, with_reference, from_sender, via, this_tx,
      made.id, made.at);
  return this_deposit;
end $$;

-- Trading pairs (spec: Trading pair).
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
