-- Clients whose messages and incoming messages are kept for fewer days than those of the deployment.
create table client_retention (
  client_id bigint primary key references client on delete cascade,
  days integer not null check (days > 0),
  -- What is older than this has been removed, except for what was open. When the days are set: as if their removal were a day late.
  cleared_to timestamptz not null
);
