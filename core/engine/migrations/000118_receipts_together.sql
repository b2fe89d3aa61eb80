-- No range of ids is made or dropped meanwhile: the lock of the nodes that do (range-lock.ts), which they only try.
select pg_advisory_xact_lock(4242802);

-- How many messages it tells of, where an interface writes several receipts in one request.
alter table webhook add column subjects integer not null default 1;

-- The messages that a webhook tells of besides its subject.
create table webhook_message (
  sms_id bigint not null,
  webhook_id bigint not null,
  primary key (sms_id, webhook_id)
) partition by range (sms_id);

do $$
declare
  given record;
begin
  for given in select from_id, to_id from id_range order by from_id loop
    execute format(
      'create table %I partition of webhook_message for values from (%s) to (%s)',
      'webhook_message_' || given.from_id, given.from_id, given.to_id
    );
  end loop;
end $$;
