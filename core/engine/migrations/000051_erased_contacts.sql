-- Contacts that had opted out when their number was erased: HMAC-SHA256 of the number under a key that is not in the
-- database. Messages to them are refused as before.
create table erased_contact (
  client_id bigint not null,
  number_hash bytea not null,
  erased_at timestamptz not null default now(),
  primary key (client_id, number_hash)
);

-- By row: nearly every statement that removes some finds none, and nodes need not hear of it.
create trigger erased_contact_changed after insert or delete on erased_contact
  for each row execute function notify_directory();
