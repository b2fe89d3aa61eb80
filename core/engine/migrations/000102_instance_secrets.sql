-- Secrets that instances keep, sealed under a master key.
create table instance_secret (
  secret_id bigint generated always as identity primary key,
  instance text collate "C" not null,
  name text collate "C" not null,
  sealed bytea not null,
  unique (instance, name)
);
