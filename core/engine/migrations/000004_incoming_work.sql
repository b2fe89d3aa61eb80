-- Incoming SMS of which something is still to be done, a row each, stored with a job of the task `incoming`. It goes when all is done.
create table incoming_work (
  incoming_id bigint primary key,
  -- Null = nothing has been done yet. Else what is left: end-waiting, confirm, auto-reply, forward; all that is only written to the database is done then.
  steps text[] collate "C"
);

-- The latest auto-replies to a contact from a channel, as many as are allowed within an hour: which incoming SMS they answer, and when they were made.
create table auto_reply (
  channel_id bigint not null,
  mobile text collate "C" not null,
  incoming_ids bigint[] not null,
  answered_at timestamptz[] not null,
  primary key (channel_id, mobile)
);
