-- Messages by the day (UTC) of their acceptance and by what reports are divided by. Kept when the messages themselves are gone. Counted in the
-- background, hour by hour (count-hours.ts); messages from before there was this table are counted in the same way.
create table report_day (
  -- 0 = all clients together; channel and user are 0 then.
  client_id bigint not null,
  day date not null,
  channel_id bigint not null,
  user_id bigint not null,
  origin text collate "C" not null,
  -- What the recipient's number begins with; empty: it is none in international form.
  calling_code text collate "C" not null,
  state text collate "C" not null,
  -- 0 = none.
  error_id integer not null,
  messages bigint not null,
  parts bigint not null,
  charged numeric(24, 6) not null,
  refunded numeric(24, 6) not null,
  primary key (client_id, day, channel_id, user_id, origin, calling_code, state, error_id)
);

-- Rows that a count has emptied.
create index report_day_empty on report_day (day) where messages = 0;

-- What an hour that is counted again has added to report_day so far.
create table report_hour (
  hour timestamptz not null,
  client_id bigint not null,
  channel_id bigint not null,
  user_id bigint not null,
  origin text collate "C" not null,
  calling_code text collate "C" not null,
  state text collate "C" not null,
  error_id integer not null,
  messages bigint not null,
  parts bigint not null,
  charged numeric(24, 6) not null,
  refunded numeric(24, 6) not null
);
-- Not unique: rows of an hour are replaced within one statement.
create index report_hour_client on report_hour (hour, client_id);

-- Every hour since the first message, and when it is counted next; null: it is settled.
create table report_turn (
  hour timestamptz primary key,
  counted_at timestamptz,
  due_at timestamptz default now()
);
create index report_turn_due on report_turn (due_at) where due_at is not null;
