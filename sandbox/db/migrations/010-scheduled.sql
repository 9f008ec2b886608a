-- Deposits that arrive later. The row of a deposit is deleted in the transaction that books it, so it is booked once,
-- whatever becomes of the process that waits for its time.
create table scheduled_deposit (
  id bigint generated always as identity primary key,
  -- when it arrives, in milliseconds of real time
  due bigint not null,
  -- what the bank reports then, as in POST /sandbox/deposits
  deposit json not null,
  -- why it was not booked, although it was due: it is not tried again
  failure text
);
create index scheduled_deposit_by_due on scheduled_deposit (due) where failure is null;
