-- When the data last moved on, by the clock of the database. Nodes note it every few seconds and remember it outside of the database, so that a database that was restored from an earlier copy
-- is told from one that is as they left it.
create table alive (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null default now()
);
insert into alive default values;

-- Of a database that was restored: when it was put to use again, and up to where the ids of what is in it go, which may have been given to other things after the copy was made. What waits of that
-- and was due by then may have been sent already; it is being taken out of its batches until the second is null. The link of its parts in `submission` is `restored` where it is not known which one
-- had them.
alter table deployment
  add column restored_at timestamptz,
  add column open_below bigint;
