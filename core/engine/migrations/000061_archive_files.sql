-- Files to which rows were written before retention removed them.
create table archive_file (
  name text collate "C" primary key,
  -- messages, incoming.
  data text collate "C" not null,
  -- Those with rows in it; SMS to no client are of none.
  clients bigint[] not null,
  -- The node that wrote it, and into which folder.
  node text not null,
  folder text not null,
  rows bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  written_at timestamptz not null default now()
);
