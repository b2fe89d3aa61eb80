-- Links that operators have paused, by name: no node hands messages to them. Apart from `link_lease`, which goes with its node.
create table link_pause (
  link text collate "C" primary key,
  paused_at timestamptz not null default now(),
  -- Without a reference: the user may go.
  user_id bigint,
  -- E-mail of that user.
  by text not null
);
