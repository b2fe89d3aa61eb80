-- No range of ids is made or dropped meanwhile: the lock of the nodes that do (range-lock.ts), which they only try.
select pg_advisory_xact_lock(4242802);

-- The request that a message came by, at most 64 characters; null: none, or it came before there were any. Mostly 12,
-- which is 13 octets of the row: fewer than the entry of any table beside it would take for a request with one message.
alter table message add column request_id text collate "C";
