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

-- The payee of a deposit method: what a request for deposit details has to know, in one row. A function, because its plan is
-- kept: planning this join takes four times as long as running it, and it runs with every such request. `fiat` and `serving`
-- are the method's channel. `deposit_alias` names a virtual account; empty means the merchant's own account. `kept_fields`
-- are the details that stay the same, once they have been issued. Volatile, so that it takes its snapshot after its locks: a
-- stable function that waits for a reset would use the snapshot from before it, in which the truncated tables look empty.
create function find_payee(merchant_id bigint, method integer, deposit_alias text, fiat text, serving text) returns table (
  kind text, name text, email text, is_active boolean, alias_status smallint, kept_fields json
) language plpgsql volatile rows 1 as $$
begin
  return query select m.kind, m.name, m.email, coalesce(c.status = 'active', false), v.status, i.field_list
    from merchant m
    left join channel c on c.merchant = m.id and c.currency = fiat and c.trench = serving
    left join virtual_account v on v.merchant = m.id and v.payment_id = method and v.alias = deposit_alias
    left join issuance i on i.merchant = m.id and i.payment_id = method and i.alias = deposit_alias and i.tx_id is null
    where m.id = merchant_id;
end $$;

-- A bank deposit that arrived: either credited by an entry, or recorded with the reason why it was not. `stated` is the
-- amount as the bank wrote it. A deposit to an account that several payers share is not credited without its reference.
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
  unmatched text check (unmatched in (
    'no details', 'unknown', 'no reference', 'contradiction', 'other merchant', 'other currency', 'account not active')),
  at bigint not null,
  written xid8 not null default pg_current_xact_id(),
  check ((entry is null) = (unmatched is not null)),
  check ((entry is null) = (tx_id is null))
);
-- The order in which the control API lists deposits.
create index deposit_by_time on deposit (at desc, id desc);
create index deposit_unmatched on deposit (at desc, id desc) where entry is null;
create index deposit_written on deposit (written);
select freeze_table('deposit');

-- Credits a deposit to a merchant's account and records it. Without a txId (`for_tx`) it gets a new one.
create function credit_deposit(to_merchant bigint, fiat text, minor bigint, as_stated text, for_tx bigint, via integer,
  to_account text, with_reference text, from_sender text, given_at bigint) returns bigint language plpgsql as $$
declare
  this_deposit bigint := nextval(pg_get_serial_sequence('deposit', 'id'));
  this_tx bigint := coalesce(for_tx, nextval('tx_id'));
  made entry;
begin
  -- The merchant's entry comes first: only the bank has no merchant, and nulls sort last.
  select p.* into strict made from post(array(
      select (a.id, case a.role when 'main' then minor else -minor end, 'TRANSFER', 'DEPOSIT', this_tx)::leg
      from account a where a.currency = fiat and (a.merchant = to_merchant or a.role = 'bank') order by a.merchant),
    'D' || this_deposit, given_at) p where p.seq is not null;
  insert into deposit (id, currency, amount, stated, merchant, account, reference, sender_name, payment_id, tx_id, entry, at)
    overriding system value
    values (this_deposit, fiat, minor, as_stated, to_merchant, to_account, with_reference, from_sender, via, this_tx,
      made.id, made.at);
  return this_deposit;
end $$;

-- A deposit is sent back in any number of parts, which together are never more than the deposit. The API has no flow type of
-- its own for this, so each part is a flow of the type DEPOSIT with a negative change, under the txId and the extId of the
-- deposit.
--
-- Sends an amount of a credited deposit back, or what is left of it: books the deposit's entries again with this amount and
-- opposite signs. Raises a 422 if the deposit was not credited, if less is left, or if the balance does not cover it.
create function return_deposit(which bigint, minor bigint, given_at bigint) returns void language plpgsql as $$
declare
  d deposit;
  rest bigint;
begin
  select * into d from deposit where id = which;
  if not found then
    perform refuse('deposit_not_found', which::text);
  elsif d.entry is null then
    perform refuse('deposit_not_credited', which::text);
  end if;
  -- Locked before the sum is read, so that of two returns at once, the second counts the first.
  perform from account where id = (select account from entry where id = d.entry) for no key update;
  select d.amount + coalesce(sum(changed), 0) into rest from entry
    where ext_id = 'D' || which and seq is not null and flow_type = 'DEPOSIT' and changed < 0;
  minor := coalesce(minor, rest);
  if minor not between 1 and rest then
    raise check_violation using constraint = 'left_to_return', detail = rest;
  end if;
  perform post(array(select (account, case when changed > 0 then -minor else minor end, category, flow_type, tx_id)::leg
    from entry where posting = (select posting from entry where id = d.entry) order by id), 'D' || which, given_at);
end $$;

-- What happens later: either a deposit arrives, or the credited deposit `returned` is sent back. The row is deleted in the
-- transaction that books it, so it is booked once, whatever becomes of the process that waits for its time.
create table scheduled_deposit (
  id bigint generated always as identity primary key,
  -- when it happens, in milliseconds of real time
  due bigint not null,
  -- what the bank reports then, as in POST /sandbox/deposits
  deposit json,
  -- why it was not booked, although it was due: it is not tried again
  failure text,
  returned bigint references deposit,
  constraint scheduled_once check (num_nonnulls(deposit, returned) = 1)
);
create index scheduled_deposit_by_due on scheduled_deposit (due) where failure is null;
