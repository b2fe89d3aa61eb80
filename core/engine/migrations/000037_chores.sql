-- How far the counting by minute has come: messages accepted before this have been counted. After a pause it goes on from here, step by step.
alter table minute_count_turn add column counted_to timestamptz;

-- What is done regularly, for all nodes by one of them: which node did it last, and how that ended.
create table chore (
  name text collate "C" primary key,
  -- The lease of the node that has it (node.lease): while that node lives, no other does it.
  lease bigint not null,
  node text not null,
  begun_at timestamptz not null,
  -- Of the last run that has ended; null = none has.
  ended_at timestamptz,
  -- Why that one failed; null = it did not.
  error text
);
