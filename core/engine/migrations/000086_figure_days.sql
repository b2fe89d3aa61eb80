-- No hour is counted meanwhile, so that what hours have added so far and what days have come to belong together.
lock table report_turn in exclusive mode;

-- Messages by the day (UTC) of their acceptance, divided by one thing at a time: a report reads one stretch of the primary key, a row for each day and
-- each key that it shows, however many combinations of these things there are. Takes the place of report_day, which had a row for each combination.
create table figure_day (
  -- 0 = all clients together.
  client_id bigint not null,
  -- 0 = all channels together.
  channel_id bigint not null,
  -- What they are divided by; `all`: by nothing. `handset`: how long delivered ones took, as the number of a bucket (delivery-times.ts).
  -- `reply`: SMS that came in on that day; `opt-out`: contacts that opted out on it.
  division text collate "C" not null,
  day date not null,
  -- Of a campaign: its bulk id.
  key text collate "C" not null,
  messages bigint not null,
  parts bigint not null,
  -- Cancelled ones apart.
  ended bigint not null,
  delivered bigint not null,
  charged numeric(24, 6) not null,
  refunded numeric(24, 6) not null,
  primary key (client_id, channel_id, division, day, key)
-- Room on each page for the next counts of its rows.
) with (fillfactor = 80);
-- Days whose time is over.
create index figure_day_day on figure_day (day);

-- What an hour that is counted again has added to figure_day so far.
create table figure_hour (
  hour timestamptz not null,
  client_id bigint not null,
  channel_id bigint not null,
  division text collate "C" not null,
  key text collate "C" not null,
  messages bigint not null,
  parts bigint not null,
  ended bigint not null,
  delivered bigint not null,
  charged numeric(24, 6) not null,
  refunded numeric(24, 6) not null
);
-- Not unique: rows of an hour are replaced within one statement.
create index figure_hour_client on figure_hour (hour, client_id);

-- Every hour since the first message, and when it is counted next; null: it is settled.
create table figure_turn (
  hour timestamptz primary key,
  counted_at timestamptz,
  due_at timestamptz default now()
);
create index figure_turn_due on figure_turn (due_at) where due_at is not null;

-- The last entry of contact_audit that figure_day has.
create table figure_opt_out_mark (
  only_row boolean primary key default true check (only_row),
  audit_id bigint not null default 0
);
insert into figure_opt_out_mark default values;

-- What campaigns were called, which is still to be told when the upload itself is gone.
create table figure_campaign (
  client_id bigint not null,
  bulk_id text collate "C" not null,
  name text not null,
  primary key (client_id, bulk_id)
);

insert into figure_turn select hour, counted_at, due_at from report_turn;

insert into figure_hour
select hour, client_id, channel_id, division, key, sum(messages), sum(parts),
  coalesce(sum(messages) filter (where is_final(state::message_status) and state <> 'cancelled'), 0),
  coalesce(sum(messages) filter (where state = 'delivered'), 0), sum(charged), sum(refunded)
from report_hour cross join lateral (values
  ('all', ''), ('channel', channel_id::text), ('user', user_id::text), ('client', client_id::text), ('origin', origin), ('calling-code', calling_code),
  ('state', state), ('error', error_id::text)
) as divided (division, key)
group by 1, 2, 3, 4, 5;

insert into figure_day
select coalesce(client_id, 0), coalesce(channel_id, 0), division, day, key, sum(messages), sum(parts),
  coalesce(sum(messages) filter (where is_final(state::message_status) and state <> 'cancelled'), 0),
  coalesce(sum(messages) filter (where state = 'delivered'), 0), sum(charged), sum(refunded)
from report_day cross join lateral (values
  ('all', ''), ('channel', channel_id::text), ('user', user_id::text), ('client', client_id::text), ('origin', origin), ('calling-code', calling_code),
  ('state', state), ('error', error_id::text)
) as divided (division, key)
where client_id <> 0 and messages > 0
group by day, division, key, grouping sets ((client_id, channel_id), (client_id), ())
having case when grouping(client_id) = 1 then division not in ('channel', 'user') else division <> 'client' end;
