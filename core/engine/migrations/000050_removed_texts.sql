-- Texts are removed after a time: a body that is null was (of `message`, when there is no text_id either).
alter table incoming_message alter column body drop not null;
alter table webhook alter column body drop not null;

-- How far the removal has come, by kind of row: those with ids up to this have been looked at.
create table text_mark (
  kind text collate "C" primary key,
  looked_to bigint not null default 0
);
insert into text_mark (kind) values ('message'), ('shared'), ('incoming'), ('webhook');

-- Rows that it has passed and whose text was still needed, with when they are looked at again.
create table text_wait (
  kind text collate "C" not null,
  id bigint not null,
  -- The text that a message shares with others.
  text_id bigint,
  due_at timestamptz not null,
  primary key (kind, id)
);
create index text_wait_due on text_wait (kind, due_at);
create index text_wait_shared on text_wait (text_id) where text_id is not null;
