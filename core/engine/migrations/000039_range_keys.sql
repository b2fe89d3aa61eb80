-- No range of ids is made or dropped meanwhile: the lock of the nodes that do (range-lock.ts), which they only try.
select pg_advisory_xact_lock(4242802);

-- As before, in 16 parts by client: the key of a client lies in a small index. Its rows go with the messages that have them, before their range is dropped.
alter table message_key rename to message_key_before;
alter index message_key_pkey rename to message_key_before_pkey;
create table message_key (
  client_id bigint not null,
  message_id text collate "C" not null,
  sms_id bigint not null,
  primary key (client_id, message_id)
) partition by hash (client_id);
do $$
begin
  for part in 0..15 loop
    execute format(
      'create table %I partition of message_key for values with (modulus 16, remainder %s)', 'message_key_part' || part, part
    );
  end loop;
end $$;
insert into message_key (client_id, message_id, sms_id)
select client_id, message_id, sms_id from message_key_before
where not exists (
  select from id_range
  where dropped_at is not null and message_key_before.sms_id >= from_id and message_key_before.sms_id < to_id
);
drop table message_key_before;

delete from id_range where dropped_at is not null;
alter table id_range
  drop column dropped_at,
  drop column keys_client_id,
  drop column keys_message_id,
  -- Messages below it have no keys any more; null = nothing has been removed yet.
  add column keys_gone_to bigint,
  -- Since when it holds only messages that are still open, scheduled far ahead for instance, and what belongs to them. Null = all there was.
  add column trimmed_at timestamptz;

-- As before, for the tables that are partitioned by these ranges; message_key and others are partitioned in other ways.
create or replace function create_id_range(p_from bigint, p_to bigint) returns void language plpgsql as $$
declare
  parent text;
begin
  insert into id_range (from_id, to_id) values (p_from, p_to);
  for parent in
    select relname from pg_class
    where relkind = 'p' and relnamespace = current_schema()::regnamespace and pg_get_partkeydef(oid) like 'RANGE (%\_id)'
    order by relname
  loop
    -- Made apart and then attached: creating it as a partition at once would lock out every reader and could deadlock with one.
    execute format(
      'create table %I (like %I including all) %s', parent || '_' || p_from, parent,
      -- Room for updates in place.
      case when parent in ('message_state', 'submission', 'webhook') then 'with (fillfactor = 70)' else '' end
    );
    execute format(
      'alter table %I attach partition %I for values from (%s) to (%s)', parent, parent || '_' || p_from, p_from, p_to
    );
  end loop;
end $$;
