-- Notes that messages were read: reports that end nothing (`report` in message_history, with the state `read`).
create function note_read() returns trigger language plpgsql as $$
begin
  insert into event (subscription, kind, subject_id)
  select name, 'message-read', given.sms_id
  from (select distinct sms_id from new_rows where kind = 'report' and state = 'read') as given
  cross join event_subscription
  where 'message-read' = any(kinds);
  return null;
end $$;

-- As before, with a trigger for messages that were read.
create or replace function set_event_triggers() returns void language plpgsql as $$
declare
  is_wanted boolean;
  is_there boolean;
begin
  is_wanted := exists (select from event_subscription where 'message-ended' = any(kinds));
  is_there := exists (select from pg_trigger where tgrelid = 'message_state'::regclass and tgname = 'states_inserted');
  if is_wanted and not is_there then
    create trigger states_inserted after insert on message_state
      referencing new table as new_rows for each statement execute function note_states_inserted();
    create trigger states_updated after update on message_state
      referencing old table as old_rows new table as new_rows for each statement execute function note_states_updated();
  elsif is_there and not is_wanted then
    drop trigger states_inserted on message_state;
    drop trigger states_updated on message_state;
  end if;
  is_wanted := exists (select from event_subscription where 'sms-received' = any(kinds));
  is_there := exists (select from pg_trigger where tgrelid = 'incoming_message'::regclass and tgname = 'incoming_inserted');
  if is_wanted and not is_there then
    create trigger incoming_inserted after insert on incoming_message
      referencing new table as new_rows for each statement execute function note_incoming();
  elsif is_there and not is_wanted then
    drop trigger incoming_inserted on incoming_message;
  end if;
  is_wanted := exists (select from event_subscription where 'message-read' = any(kinds));
  is_there := exists (select from pg_trigger where tgrelid = 'message_history'::regclass and tgname = 'history_inserted');
  if is_wanted and not is_there then
    create trigger history_inserted after insert on message_history
      referencing new table as new_rows for each statement execute function note_read();
  elsif is_there and not is_wanted then
    drop trigger history_inserted on message_history;
  end if;
end $$;
