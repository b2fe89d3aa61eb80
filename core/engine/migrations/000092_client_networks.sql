-- From where a client's keys, passwords and binds are accepted: addresses and networks; empty: from anywhere.
alter table client
  -- By the interfaces of programs.
  add column program_networks text[] collate "C" not null default '{}',
  -- By the portal and its API.
  add column portal_networks text[] collate "C" not null default '{}';
