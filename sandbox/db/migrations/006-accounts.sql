-- Activations of channels, and the virtual accounts they open.

create table activation (
  id bigint generated always as identity primary key,
  merchant bigint not null references merchant,
  currency text not null references currency,
  trench text not null,
  -- empty if the channel has no aliases
  alias text not null default '',
  status smallint not null check (status in (1, 4)),
  -- id of the page on which the agreement is accepted
  secret text unique,
  callback_uri text,
  field_list json,
  decision text check (decision in ('accepted', 'rejected')),
  at bigint not null,
  unique (merchant, currency, trench, alias),
  check ((status = 4) = (secret is not null)),
  check ((status = 4) = (callback_uri is not null))
);

create table virtual_account (
  id bigint generated always as identity primary key,
  merchant bigint not null references merchant,
  payment_id integer not null,
  currency text not null references currency,
  alias text not null check (alias <> ''),
  -- 1 authenticating, 2 normal, 3 authentication failed (spec: Virtual account `status`)
  status smallint not null default 1 check (status in (1, 2, 3)),
  at bigint not null,
  unique (merchant, payment_id, alias)
);

-- Opens a merchant's accounts in these currencies. Accounts that are already open stay unchanged.
create function open_accounts(whose bigint, fiats text[]) returns void language sql volatile as $$
  insert into account (merchant, currency, role)
    select whose, fiat, 'main' from unnest(fiats) with ordinality f (fiat, place) order by place
    on conflict do nothing
$$;
