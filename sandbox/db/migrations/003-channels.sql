-- Channels: a merchant's account is opened per currency and channel (spec: Activate merchant account). An activation opens a
-- channel, and a deposit method takes deposits while its channel is active. The balance is one per merchant and currency.

-- The channels and their currencies. `trench` is the specification's name, with its placeholders for names of providers. Which
-- channel serves a deposit method is known from the table of methods (src/channels.ts), and is no row here: a new method works
-- in a database of any age, and after a reset to a snapshot of any age.
create table channel_type (
  trench text not null,
  currency text not null references currency,
  primary key (trench, currency)
);
insert into channel_type (trench, currency) values
  ('CLABE - PROVIDER_A', 'MXN'), ('CLABE - PROVIDER_B', 'MXN'),
  ('CVU - PROVIDER_C', 'ARS'), ('QR Argentina', 'ARS'),
  ('COP Account', 'COP'),
  ('BANK_NAME_A', 'BRL'), ('second Pix channel', 'BRL'),
  ('PEN Account', 'PEN'),
  ('BANK_NAME_B', 'EUR'), ('BANK_NAME_B', 'USD'),
  ('PAYMENT_NETWORK_NAME', 'USD'), ('PAYMENT_NETWORK_NAME', 'CNY'), ('PAYMENT_NETWORK_NAME', 'HKD'),
  ('PAYMENT_NETWORK_NAME', 'EUR'), ('PAYMENT_NETWORK_NAME', 'SGD'), ('PAYMENT_NETWORK_NAME', 'NGN'),
  ('PAYMENT_NETWORK_NAME', 'PHP');

-- A channel of a merchant. `pending`: an agreement must be accepted first. A channel that is closed or failed has the
-- reason, which activations return as `failReason`.
create table channel (
  merchant bigint not null references merchant,
  currency text not null,
  trench text not null,
  status text not null check (status in ('pending', 'active', 'failed', 'closed')),
  fail_reason text check (fail_reason <> ''),
  primary key (merchant, currency, trench),
  foreign key (trench, currency) references channel_type,
  check ((status in ('failed', 'closed')) = (fail_reason is not null))
);

-- The first call of operation 2 for a channel and an alias. A repetition must have the same values.
create table activation (
  id bigint generated always as identity primary key,
  merchant bigint not null,
  currency text not null,
  trench text not null,
  -- empty if the channel has no aliases
  alias text not null default '',
  field_list json not null,
  callback_uri text,
  at bigint not null,
  foreign key (merchant, currency, trench) references channel,
  unique (merchant, currency, trench, alias)
);

-- What a merchant must accept before the channel of an activation is active. `secret` is the id of its page.
create table agreement (
  activation bigint primary key references activation,
  secret text not null unique,
  decision text check (decision in ('accepted', 'rejected'))
);

create table virtual_account (
  id bigint generated always as identity primary key,
  merchant bigint not null references merchant,
  payment_id integer not null,
  currency text not null,
  alias text not null check (alias <> ''),
  -- 1 authenticating, 2 normal, 3 authentication failed (spec: Virtual account `status`)
  status smallint not null default 1 check (status in (1, 2, 3)),
  at bigint not null,
  unique (merchant, payment_id, alias)
);

-- The first active channel of a currency opens the merchant's account in it, which then stays open.
create function open_account() returns trigger language plpgsql as $$
begin
  insert into account (merchant, currency, role) select new.merchant, new.currency, 'main'
    where not exists (select from account where merchant = new.merchant and currency = new.currency and role = 'main')
    on conflict do nothing;
  return null;
end $$;
create trigger channel_opened after insert or update on channel for each row when (new.status = 'active')
  execute function open_account();

-- Opens every channel of these currencies for a merchant.
create function open_channels(whose bigint, fiats text[]) returns void language sql volatile as $$
  insert into channel (merchant, currency, trench, status) select whose, currency, trench, 'active' from channel_type
    where currency = any(fiats) order by array_position(fiats, currency), trench
$$;
