-- Webhooks to be sent, as batches are of messages: a batch is sent by the node whose lease it bears; without one it waits. It goes when all of its webhooks are
-- recorded or belong to another batch.
create table webhook_batch (
  batch_id bigint generated always as identity primary key,
  webhook_ids bigint[] not null,
  -- Attempts that each of them had been made when it was put here: one with more is settled as far as this batch goes.
  attempts smallint not null,
  -- All of them are for this one (webhooks/endpoint.ts), which fails or has more than it can take. Null = they are for any, and nothing is held against these.
  endpoint text collate "C",
  -- The earliest moment from which one of them has waited.
  since timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- The lease of the node that has it (node.lease). Null = it waits.
  owner bigint
);
create index webhook_batch_waiting on webhook_batch (due_at, batch_id) where owner is null;
create index webhook_batch_owner on webhook_batch (owner) where owner is not null;

-- `get` and `soap`: written when it is sent, of the incoming SMS and the security key of the channel, so that no secret lies in the log.
alter table webhook add column form text collate "C";
-- What its first outcome answers to the contact (auto, confirmation); null = nothing, or it has answered.
alter table webhook add column reply_kind text collate "C";
-- Attempts since the event, or since an operator had it sent again, and when the first of them was signed, in seconds since the epoch.
alter table webhook add column tries smallint not null default 0;
alter table webhook add column signed_at bigint;

-- What waited for a job of its own.
insert into webhook_batch (webhook_ids, attempts)
select array_agg(webhook_id order by webhook_id), attempts from (
  select webhook_id, attempts, (row_number() over (partition by attempts order by webhook_id) - 1) / 250 as place
  from webhook where state = 'pending'
) as pending
group by attempts, place;
select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'webhook'));
select graphile_worker.add_job('webhooks', max_attempts => 32767)
from (select from webhook_batch limit 1) as waiting;
