-- Who takes care of a conversation, and until when nobody has to.
create sequence conversation_change;
alter table conversation
  -- From conversation_change at each change: those who look at the inbox notice changes by it.
  add column changed bigint not null default 0,
  -- The user who takes care of it; null: nobody in particular.
  add column assignee_id bigint,
  -- Null: it is open. The next SMS of the contact opens it again.
  add column done_at timestamptz,
  -- Out of the way until then, or until the next SMS of the contact.
  add column snoozed_until timestamptz,
  -- The user who said so last; null: nobody, or the contact by an SMS.
  add column handled_by bigint;
create index conversation_changed on conversation (client_id, changed);
create index conversation_open on conversation (client_id, newest_id) where done_at is null;
create index conversation_assigned on conversation (client_id, assignee_id, newest_id)
  where assignee_id is not null and done_at is null;
create index conversation_done on conversation (client_id, newest_id) where done_at is not null;
create index conversation_snoozed on conversation (client_id, newest_id) where snoozed_until is not null;

-- What colleagues write to each other about a conversation. Never sent.
create table conversation_note (
  note_id bigint generated always as identity primary key,
  channel_id bigint not null,
  contact text collate "C" not null,
  user_id bigint not null,
  body text not null,
  noted_at timestamptz not null default now(),
  foreign key (channel_id, contact) references conversation on delete cascade
);
create index conversation_note_of on conversation_note (channel_id, contact, note_id);

-- Who is writing an answer. Holds for some seconds; what is past is removed when the next one writes.
create table conversation_answering (
  channel_id bigint not null,
  contact text collate "C" not null,
  user_id bigint not null,
  until timestamptz not null,
  primary key (channel_id, contact, user_id),
  foreign key (channel_id, contact) references conversation on delete cascade
);
