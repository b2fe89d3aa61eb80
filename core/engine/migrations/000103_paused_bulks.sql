-- Bulks that their clients have paused: nothing of them is handed to a network.
create table paused_bulk (
  pause_id bigint generated always as identity primary key,
  client_id bigint not null references client on delete cascade,
  bulk_id text collate "C" not null,
  paused_at timestamptz not null default now(),
  -- It was cancelled while it was paused: what waits of it is being ended, and stays where it is until then.
  cancelled_at timestamptz,
  unique (client_id, bulk_id)
);
