-- Work whose cost the data of a client decides, from before it begins until it has ended in an orderly way. What is left here when its node dies may have ended that process.
create table work_start (
  kind text collate "C" not null,
  key text collate "C" not null,
  -- The lease of the node that is at it; null: none is. No reference, because it outlives the node.
  lease bigint,
  -- How many nodes have died over it.
  ends integer not null default 0,
  since timestamptz not null,
  -- Since when it is not taken any more, until an operator resumes it.
  paused_at timestamptz,
  -- Of its job.
  payload jsonb not null,
  primary key (kind, key)
);
