-- What a client wants to be told of.
create table alert (
  alert_id bigint generated always as identity (start with 1001) primary key,
  client_id bigint not null references client on delete cascade,
  kind text collate "C" not null,
  -- In the unit of the kind: see `ALERT_KINDS`.
  limit_value float8 not null,
  email text,
  url text,
  language text not null,
  is_on boolean not null,
  -- Null: all is well.
  raised_at timestamptz,
  -- What was found last.
  value float8,
  -- Of links: since when each of those that are down has been.
  down_since jsonb not null default '{}'
);
create index alert_client on alert (client_id, alert_id);

-- That alerts began and ended; kept when the alert itself is gone.
create table alert_event (
  event_id bigint generated always as identity (start with 1001) primary key,
  alert_id bigint not null,
  client_id bigint not null references client on delete cascade,
  kind text collate "C" not null,
  limit_value float8 not null,
  value float8 not null,
  subject text,
  began_at timestamptz not null,
  ended_at timestamptz,
  problem text
);
create index alert_event_client on alert_event (client_id, event_id);
create index alert_event_open on alert_event (alert_id) where ended_at is null;

-- Who is still to be told. Removed once they have been.
create table alert_notice (
  notice_id bigint generated always as identity primary key,
  event_id bigint not null references alert_event on delete cascade,
  phase text collate "C" not null,
  way text collate "C" not null,
  target text not null,
  language text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Put off by each node that takes it.
  due_at timestamptz not null default now()
);
create index alert_notice_due on alert_notice (due_at);
