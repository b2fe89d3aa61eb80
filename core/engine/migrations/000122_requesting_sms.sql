-- The SMS by which a contact opted out or in; null: another request did.
alter table contact_audit add column incoming_id bigint;

-- In entries from before it is in the text. Writing the table anew takes a fifth of the time of an update, during
-- which nothing else reads or writes it.
alter table contact_audit alter column incoming_id type bigint using case
  when status_description like '%SMS ID: %' then substring(status_description from 'SMS ID: (\d{1,16})$')::bigint
end;

-- Nodes of earlier releases only write it into the text, as those before them did.
create function note_requesting_sms() returns trigger language plpgsql as $$
begin
  new.incoming_id := substring(new.status_description from 'SMS ID: (\d{1,16})$')::bigint;
  return new;
end $$;
create trigger contact_audited before insert on contact_audit for each row
  when (new.incoming_id is null and new.status_description like '%SMS ID: %')
  execute function note_requesting_sms();

-- A page of a conversation asks for the SMS that it shows.
create index contact_audit_incoming on contact_audit (incoming_id) where incoming_id is not null;
