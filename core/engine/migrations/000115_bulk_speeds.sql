-- Bulks that their clients want to go no faster than so.
create table bulk_speed (
  speed_id bigint generated always as identity primary key,
  client_id bigint not null references client on delete cascade,
  bulk_id text collate "C" not null,
  -- So many parts in so many seconds.
  parts integer not null,
  seconds integer not null,
  -- When the next part may go.
  next_at timestamptz not null,
  -- When nodes look at it next.
  look_at timestamptz not null,
  -- When a request named the limit last.
  named_at timestamptz not null default now(),
  unique (client_id, bulk_id)
);
-- The limit of the bulk that its messages belong to; null: none. Those that wait for their turn are under a route of
-- their own: see `parked-batches.ts`.
alter table batch add column speed_id bigint;
-- Messages go in the order in which they were accepted, so that one that is tried again does not go last.
create index batch_slow on batch (speed_id, (sms_ids[1]))
  where speed_id is not null and starts_with(route, 'held:speed-');
create index batch_let_go on batch (speed_id) where speed_id is not null and not starts_with(route, 'held:');
