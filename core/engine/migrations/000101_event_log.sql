-- Events in one order for all who follow them, with a place each. Written from `event` by one node at a time, while somebody follows.
create table event_log (
  position bigint primary key,
  event_id bigint not null,
  kind text not null,
  subject_id bigint not null,
  state message_status,
  noted_at timestamptz not null
);
create index event_log_noted on event_log (noted_at);

-- Where the log ends. Its lock is the turn to write.
create table event_log_end (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into event_log_end (position) values (0);

create table event_cursor (
  name text collate "C" primary key,
  kinds text[] not null,
  -- The last event that was taken.
  position bigint not null,
  -- The lease of the node that reads.
  owner bigint,
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  heard_at timestamptz not null default now()
);

-- Those for the log are taken in the order of their ids.
create index event_for_log on event (event_id) where subscription = 'heliograph.event-log';
