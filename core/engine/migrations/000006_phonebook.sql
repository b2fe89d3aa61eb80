-- The phonebook of a client: every number that has opted in or out, and those that the client has noted. Beside `contact`, which accepting a message looks into.
create table phonebook (
  client_id bigint not null,
  mobile text collate "C" not null,
  -- Null and empty: none. Null where nothing was ever said, so that saving a contact can tell what to leave alone.
  name text,
  -- The name as it is searched for and put in order.
  name_key text collate "C",
  email text,
  -- An object of texts.
  fields jsonb,
  added_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (client_id, mobile)
);
create index phonebook_name on phonebook (client_id, name_key, mobile) where name_key is not null;

create table contact_group (
  group_id bigint generated always as identity (start with 1001) primary key,
  client_id bigint not null,
  name text not null,
  name_key text collate "C" not null,
  unique (client_id, name_key)
);

create table contact_group_member (
  group_id bigint not null references contact_group on delete cascade,
  client_id bigint not null,
  mobile text collate "C" not null,
  primary key (group_id, mobile)
);
create index contact_group_member_contact on contact_group_member (client_id, mobile, group_id);

-- Who opts in or out is in the phonebook, whichever node writes it. A number that is in it already is locked, so that it is not removed at the same time.
create function note_in_phonebook() returns trigger language plpgsql as $$
begin
  insert into heliograph.phonebook (client_id, mobile, added_at, changed_at)
  select client_id, mobile, auddate, auddate from added order by client_id, mobile
  on conflict (client_id, mobile) do update set changed_at = phonebook.changed_at;
  return null;
end $$;

-- Twice, because the trigger keeps others from writing contacts from its creation to the commit: nearly all are copied before it.
insert into phonebook (client_id, mobile, added_at, changed_at) select client_id, mobile, auddate, auddate from contact;
create trigger contact_added after insert on contact referencing new table as added
  for each statement execute function note_in_phonebook();
insert into phonebook (client_id, mobile, added_at, changed_at)
select client_id, mobile, auddate, auddate from contact
where not exists (select from phonebook where phonebook.client_id = contact.client_id and phonebook.mobile = contact.mobile);
