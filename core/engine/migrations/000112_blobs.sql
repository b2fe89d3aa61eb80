-- Files: what came in with messages, and what clients are going to send.
create table blob (
  blob_id uuid primary key,
  -- Null: of a number that no channel has.
  client_id bigint,
  -- Who put it there; null: a carrier.
  user_id bigint,
  media_type text not null,
  file_name text,
  -- Octets; until it is complete, those that are kept free for it.
  size bigint not null,
  is_complete boolean not null default false,
  -- The message that it came in with; null: none so far.
  incoming_id bigint,
  created_at timestamptz not null default clock_timestamp()
);
create index blob_client on blob (client_id);
create index blob_incoming on blob (incoming_id) where incoming_id is not null;
create index blob_loose on blob (created_at) where incoming_id is null;

create table blob_chunk (
  blob_id uuid not null references blob on delete cascade,
  -- From 0.
  position integer not null,
  octets bytea not null,
  primary key (blob_id, position)
);
-- Pictures and films are compressed already.
alter table blob_chunk alter column octets set storage external;
