-- A refusal has a code here, and its status and sentence in src/http/refusals.ts. The functions of the migrations before raised
-- sentences; `\sf post` in psql shows what a function is now.
create function refuse(code text, variadic about text[] default '{}') returns void language plpgsql as $$
begin
  raise exception '%', code using errcode = 'DS000', constraint = code, detail = array_to_json(about);
end $$;

do $$
declare
  edit record;
begin
  for edit in select * from (values
    ('post', $q$'409', 'Parameter at lies before the last entry of the account.'$q$, $q$'at_before_last_entry'$q$),
    ('account_of', $q$'422', format('Merchant %s has no active %s account.', whose, fiat)$q$, $q$'no_active_account', whose::text, fiat$q$),
    ('need_active_channels', $q$'422', format('Merchant %s has no active %s account.', whose, new.currency)$q$,
      $q$'no_active_account', whose::text, new.currency$q$),
    ('refuse_other_body', $q$'409', format('Parameter clientId %s was used before, with another body.', client)$q$,
      $q$'client_id_of_other_body', client$q$),
    ('reject_claim', $q$'404', format('Claim %s was not found.', tx)$q$, $q$'claim_not_found', tx::text$q$),
    ('reject_claim', $q$'422', format('Claim %s was rejected before.', tx)$q$, $q$'claim_rejected', tx::text$q$),
    ('check_order_move', $q$'400', format('Parameter orderStatus must be a status of %s.', what)$q$, $q$'order_status_of_other_kind', what$q$),
    ('check_order_move', $q$'422', format('An order of status %s does not move to %s.', was, will)$q$,
      $q$'order_moves_back', was::text, will::text$q$),
    ('lock_order', $q$'404', format('Order %s was not found.', order_id)$q$, $q$'order_not_found', order_id::text$q$),
    ('refund_order', $q$'422', format('Order %s cannot be refunded, or its refund taken back, as it is.', order_id)$q$,
      $q$'order_has_no_refund', order_id::text$q$),
    ('refund_order', $q$'422', format('Order %s was refunded before.', order_id)$q$, $q$'order_refunded', order_id::text$q$),
    ('set_clock', $q$'400', 'Parameter advance leads beyond the year 2286.'$q$, $q$'advance_too_far'$q$),
    ('return_deposit', $q$'404', format('Deposit %s was not found.', which)$q$, $q$'deposit_not_found', which::text$q$),
    ('return_deposit', $q$'422', format('Deposit %s was not credited.', which)$q$, $q$'deposit_not_credited', which::text$q$)
  ) edits (name, sentence, code) loop
    execute replace(pg_get_functiondef(edit.name::regproc), edit.sentence, edit.code);
  end loop;
  if exists (select from pg_proc where pronamespace = current_schema()::regnamespace and prosrc ~ 'refuse\(''[0-9]') then
    raise exception 'a function still raises a sentence';
  end if;
end $$;
drop function refuse(text, text);
