-- The payee of a deposit method: what a request for deposit details has to know, in one row. A function, because its plan is
-- kept: planning this join takes four times as long as running it, and it runs with every such request. `deposit_alias` names
-- a virtual account; empty means the merchant's own account. `kept_fields` are the details that stay the same,
-- once they have been issued. Volatile, so that it takes its snapshot after its locks: a stable function that waits for a reset
-- would use the snapshot from before it, in which the truncated tables look empty.
create function find_payee(merchant_id bigint, method integer, deposit_alias text) returns table (
  kind text, name text, email text, channel text, is_active boolean, alias_status smallint, kept_fields json
) language plpgsql volatile rows 1 as $$
begin
  return query select m.kind, m.name, m.email, d.trench, coalesce(c.status = 'active', false), v.status, i.field_list
    from merchant m
    join deposit_method d on d.payment_id = method
    left join channel c on c.merchant = m.id and c.currency = d.currency and c.trench = d.trench
    left join virtual_account v on v.merchant = m.id and v.payment_id = method and v.alias = deposit_alias
    left join issuance i on i.merchant = m.id and i.payment_id = method and i.alias = deposit_alias and i.tx_id is null
    where m.id = merchant_id;
end $$;
