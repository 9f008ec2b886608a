-- A deposit to an account that several payers share is not credited without its reference.
alter table deposit drop constraint deposit_unmatched_check;
alter table deposit add constraint deposit_unmatched_check check (unmatched in (
  'no details', 'unknown', 'no reference', 'contradiction', 'other merchant', 'other currency', 'account not active'));
