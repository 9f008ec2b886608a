-- How accounts come to be: activations of a channel, and the virtual accounts under them.

create table activation (
  id bigint generated always as identity primary key,
  merchant bigint not null references merchant,
  currency text not null references currency,
  trench text not null,
  -- empty: the channel takes none
  alias text not null default '',
  status smallint not null check (status in (1, 4)),
  -- of the page where an agreement is accepted
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

-- Accounts a merchant has from now on; those it has stay as they are.
create function open_accounts(whose bigint, fiats text[]) returns void language sql volatile as $$
  insert into account (merchant, currency, role)
    select whose, fiat, 'main' from unnest(fiats) with ordinality f (fiat, place) order by place
    on conflict do nothing
$$;

-- Everything the pending-fund query has to know of a merchant; no row where there is none. A function, because its plan
-- is kept: planning the joins anew takes longer than running them.
create function find_payee(whose bigint, method integer, fiat text, under text)
returns table (id bigint, kind text, name text, email text, has_account boolean, alias_status smallint, kept bigint, field_list json)
language plpgsql stable rows 1 as $$
begin
  return query
    select m.id, m.kind, m.name, m.email, a.id is not null, v.status, i.id, i.field_list
    from merchant m
    left join account a on a.merchant = m.id and a.currency = fiat and a.role = 'main'
    left join virtual_account v on v.merchant = m.id and v.payment_id = method and v.alias = under
    left join issuance i on i.merchant = m.id and i.payment_id = method and i.alias = under and i.tx_id is null
    where m.id = whose;
end $$;
