-- A message that is with a link. Opened before the hand-over where its loss must leave a trace, that is where an unknown outcome waits for a receipt, and at every
-- repetition; closed by the answer, or when the link gives the message back. What a node has left open when its lease ends may or may not have been sent.
-- Attempts that were answered are in `submission`.
create table attempt (
  sms_id bigint not null,
  attempt smallint not null,
  -- `<instance>/<name>`.
  link text collate "C" not null,
  -- Of the node that handed it over (node.lease); no reference, because it outlives the node.
  lease bigint not null,
  opened_at timestamptz not null default now(),
  primary key (sms_id, attempt)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- Before, the state of the message was the mark.
insert into attempt (sms_id, attempt, link, lease)
select message_state.sms_id, message_state.attempt + 1, coalesce(message_state.link, ''), coalesce(batch.owner, 0)
from batch cross join lateral unnest(batch.sms_ids) as held (sms_id) join message_state on message_state.sms_id = held.sms_id
where message_state.state = 'submitting'
on conflict do nothing;
update message_state set state = case when message_state.attempt = 0 then 'queued' else 'retrying' end::message_status
from attempt where message_state.sms_id = attempt.sms_id and message_state.state = 'submitting';
alter table message_state drop column link;
