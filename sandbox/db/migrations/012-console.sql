-- The console lists the ledger by posting, newest first.
create index entry_by_posting on entry (posting);
