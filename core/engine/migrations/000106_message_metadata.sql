-- No range of ids is made or dropped meanwhile: the lock of the nodes that do (range-lock.ts), which they only try.
select pg_advisory_xact_lock(4242802);

-- What a client gave with a message to have it back: a JSON object of at most 2,048 octets, as text since nothing here
-- looks into it. Null: none, which takes no room in the row.
alter table message add column metadata text;
