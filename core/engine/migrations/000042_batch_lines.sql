-- The client in whose line the batch waits, with `dispatch.fairness: clients`; null: in the one line of all.
alter table batch add column line bigint;
create index batch_lines on batch (route, priority, line, due_at, batch_id)
  where owner is null and cancelled_at is null and line is not null;
