-- What waits now learns which batch it is in.
do $$
declare
  waiting record;
begin
  for waiting in select batch_id, sms_ids from batch loop
    update message set batch_id = waiting.batch_id where sms_id = any(waiting.sms_ids);
  end loop;
end $$;
