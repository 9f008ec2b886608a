-- The SHA-256 of the file that a snapshot was read from (src/ledger/snapshot-files.ts): of the initial one, if the sandbox
-- began with a file.
alter table snapshot add column file text;
