-- Requests of clients and how they were answered, without keys, passwords and codes: for people who write clients. In tables by day
-- (UTC), which are dropped when they are old.
create sequence request_log_id as bigint cache 100;
create table request_log (
  entry_id bigint not null default nextval('request_log_id'),
  at timestamptz not null,
  -- Without references: a check would cost more than the row.
  client_id bigint not null,
  user_id bigint not null,
  -- Null: it came with a password.
  key_id bigint,
  instance text collate "C" not null,
  -- Null: the interface gives none.
  request_id text collate "C",
  -- GET, POST, ...; submit and bind for what came over a connection of another kind.
  method text collate "C" not null,
  path text collate "C" not null,
  query text collate "C" not null,
  -- As they begin; null: there was none, or it is not kept.
  body text collate "C",
  answer text collate "C",
  -- Of HTTP.
  status smallint,
  -- Null: it was accepted.
  category text collate "C",
  code text collate "C",
  message text collate "C",
  -- What was wrong by field; null: the error names no field.
  fields jsonb,
  elapsed_ms real not null
) partition by range (at);
create index request_log_client on request_log (client_id, entry_id);
create index request_log_request on request_log (request_id) where request_id is not null;
-- For times outside of all days.
create table request_log_other partition of request_log default;

-- Makes the table of a day (UTC), unless it is there.
create function create_request_day(p_day date) returns void language plpgsql as $$
declare
  day_table text := to_char(p_day, '"request_log_"YYYY_MM_DD');
begin
  if to_regclass(day_table) is not null then return; end if;
  -- Made apart and then attached, so that no reader waits.
  execute format('create table %I (like request_log including all)', day_table);
  execute format(
    'alter table request_log attach partition %I for values from (%L) to (%L)', day_table,
    p_day::timestamp at time zone 'UTC', (p_day + 1)::timestamp at time zone 'UTC'
  );
end $$;

select create_request_day(day::date)
from generate_series(date_trunc('day', now() at time zone 'UTC'), (now() at time zone 'UTC') + interval '7 days', interval '1 day') as day;
