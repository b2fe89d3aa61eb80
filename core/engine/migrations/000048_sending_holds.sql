-- What operators have put on hold: nothing of it is handed to a network by any node, whatever its priority, until it is resumed.
create table sending_hold (
  -- deployment, route, client.
  kind text collate "C" not null,
  -- The route, or the number of the client; empty for the deployment.
  name text collate "C" not null,
  -- For people.
  reason text not null,
  held_at timestamptz not null default now(),
  primary key (kind, name)
);
