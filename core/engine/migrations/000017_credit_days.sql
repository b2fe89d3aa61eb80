-- Who changed a balance by hand, and why they say they did. Null for what messages cost.
alter table credit_entry
  add column user_id bigint,
  add column by text,
  add column note text;
create index credit_entry_change on credit_entry (client_id, entry_id) where reason in ('opening', 'top-up');

-- The entries of clients summed by day (UTC) and reason, up to an entry: a busy client has a million a day, and nobody reads them one by one.
create table credit_day (
  client_id bigint not null,
  day date not null,
  reason text collate "C" not null,
  amount numeric(18, 6) not null,
  primary key (client_id, day, reason)
);
create table credit_day_mark (
  is_only boolean primary key default true check (is_only),
  -- The last entry that is summed up.
  entry_id bigint not null
);
insert into credit_day_mark (entry_id) values (0);
