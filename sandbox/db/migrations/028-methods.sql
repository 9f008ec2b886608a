-- Which channel serves a deposit method is known from the table of methods (src/channels.ts), and is no row here: a new method
-- works in a database of any age, and after a reset to a snapshot of any age.
drop table deposit_method cascade;
delete from snapshot_row where relation = 'deposit_method';

-- As in 021-payees.sql, but with the channel of the method as arguments.
drop function find_payee(bigint, integer, text);
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
