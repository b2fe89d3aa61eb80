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
create index webhook_batch_waiting on webhook_batch (due_at, batch_id) where owner is null and endpoint is null;
-- Apart, since there may be very many for an endpoint that has failed for hours.
create index webhook_batch_endpoint on webhook_batch (endpoint, batch_id) where owner is null and endpoint is not null;
create index webhook_batch_owner on webhook_batch (owner) where owner is not null;

alter table webhook
  -- `get` and `soap`: written when it is sent, of the incoming SMS and the security key of the channel, so that no secret lies in the log.
  add column form text collate "C",
  -- What its first outcome answers to the contact (auto, confirmation); null = nothing, or it has answered.
  add column reply_kind text collate "C",
  -- Attempts since the event, or since an operator had it sent again, and when the first of them was signed, in seconds since the epoch.
  add column tries smallint not null default 0,
  add column signed_at bigint;
