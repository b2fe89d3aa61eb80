-- Rows that nodes own have three columns: `owner`, the lease of the node that has the row (node.lease; null = it waits), `due_at`, from when on it may be taken, and
-- `starts`, how often a node took it and did not give it back untouched. The rows of an owner are gone through by their key.
drop index batch_owner;
create index batch_owner on batch (owner, batch_id) where owner is not null;

alter table webhook_batch add column starts smallint not null default 0;
drop index webhook_batch_owner;
create index webhook_batch_owner on webhook_batch (owner, batch_id) where owner is not null;

drop index push_waiting;
alter table push add column owner bigint;
alter table push drop column node_id;
alter table push rename column tries to starts;
create index push_waiting on push (user_id, due_at, push_id) where owner is null;
create index push_owner on push (owner, push_id) where owner is not null;

alter table event add column owner bigint;
alter table event rename column tries to starts;
drop index event_due;
create index event_waiting on event (subscription, due_at, event_id) where owner is null;
create index event_owner on event (owner, event_id) where owner is not null;
