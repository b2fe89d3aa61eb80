alter table api_key
  -- What people know it by.
  add column name text collate "C",
  -- From then on it is refused; null: it does not expire.
  add column expires_at timestamptz;

-- When keys were used, noted by each node about once a minute. A table of its own: every change of api_key makes all
-- nodes forget what they remember of accounts.
create table key_use (
  key_id bigint primary key references api_key on delete cascade,
  last_used_at timestamptz not null,
  -- The day (UTC) of `requests`; `requests_before` are those of the day before it.
  day date not null,
  requests bigint not null,
  requests_before bigint not null default 0
);
