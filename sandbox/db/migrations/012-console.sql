-- The control API lists what belongs to all merchants, or to one, newest first (src/ledger/console-lists.ts).
create index entry_by_posting on entry (posting);
create index withdrawal_by_merchant on withdrawal (merchant, tx_id desc);
