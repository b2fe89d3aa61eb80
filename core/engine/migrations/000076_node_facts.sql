-- What others have to know of a node. Null: it has not said so yet, or is of an earlier release.
alter table node
  -- How far the clock of the database is ahead of the node's, as its last heartbeat but one showed it, and half the
  -- time that this heartbeat took: the true offset differs by no more than this.
  add column clock_offset_ms integer,
  add column clock_error_ms integer,
  -- How many connections its pools to the database may have.
  add column connections integer;
