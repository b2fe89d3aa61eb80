-- What a webhook replied to the contact of an incoming SMS; null = nothing, or there is no such webhook. Its steps then have confirm or auto-reply.
alter table incoming_work add column reply text;

-- Incoming SMS that are being given to a client, a row for each answer: they are marked as read from the beginning, so that no other answer has them. The row goes
-- when the answer has been written. When it could not be written, or a row is older than any answer can take, its SMS are unread again.
create table incoming_loan (
  loan_id bigint generated always as identity primary key,
  incoming_ids bigint[] not null,
  lent_at timestamptz not null default now()
);
create index incoming_loan_lent on incoming_loan (lent_at);
