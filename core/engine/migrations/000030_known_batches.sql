-- A message knows its batch: it is found without a search.

-- The batch in which it was stored; null only for messages from before that no longer waited.
alter table message add column batch_id bigint;
-- The batch of its latest repetition, where there is one.
alter table message_state add column batch_id bigint;

-- Ids of batches come from the same blocks as those of messages.
alter table batch alter column batch_id drop identity;
-- For a batch that holds some of the messages of another one: the batch that those messages know.
alter table batch add column split_from bigint;
create index batch_split on batch (split_from) where split_from is not null;

-- The new time of a schedule that is being moved. Its messages get it step by step, and until they have it, the batch is due at `infinity`.
alter table batch add column move_to timestamptz;
create index batch_moving on batch (client_id, bulk_id) where move_to is not null;

-- Ids from before may be those of messages; negative ones are not.
update batch set batch_id = -batch_id;
