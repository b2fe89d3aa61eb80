-- Schemas of instances that have tables of their own (`plugin_<instance>`), and what was done to each.
create table own_schema (
  instance text collate "C" primary key,
  -- The id of the module. Another one does not get the tables.
  package text not null,
  created_at timestamptz not null default now()
);

create table own_migration (
  instance text collate "C" not null references own_schema on delete cascade,
  version integer not null,
  name text not null,
  -- SHA-256 of the text, in hexadecimal.
  checksum text not null,
  applied_at timestamptz not null default now(),
  primary key (instance, version)
);

-- Events that an instance has handled, noted in the transaction that did it. Removed once they cannot come again.
create table handled_event (
  instance text collate "C" not null,
  event_id bigint not null,
  handled_at timestamptz not null default now(),
  primary key (instance, event_id)
);
create index handled_event_at on handled_event (handled_at);
