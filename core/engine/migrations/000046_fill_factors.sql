-- One statement updates all rows of a page, and the room of their old versions is free only afterwards. A page that is
-- to keep its rows needs room for a second, slightly larger version of each: what does not fit goes to another page,
-- and every index gets an entry for it. In pages filled to 45 % all fit. Those of `webhook`, whose rows are large, are
-- filled to 55 %, where six of seven fit: room for the others would take more on disk than it saves in the log.

-- No range of ids is made or dropped meanwhile: the lock of the nodes that do (range-lock.ts), which they only try.
select pg_advisory_xact_lock(4242802);

-- As before, with room in partitions by their table.
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
      case
        when parent in ('message_state', 'submission') then 'with (fillfactor = 45)'
        when parent = 'webhook' then 'with (fillfactor = 55)'
        else ''
      end
    );
    execute format(
      'alter table %I attach partition %I for values from (%s) to (%s)', parent, parent || '_' || p_from, p_from, p_to
    );
  end loop;
end $$;

-- Those there are, for pages that are added from now on. Neither readers nor writers wait for the lock that this takes
-- (share update exclusive).
do $$
declare
  part record;
begin
  for part in
    select inhrelid::regclass as name, case inhparent when 'webhook'::regclass then 55 else 45 end as factor
    from pg_inherits
    where inhparent in ('message_state'::regclass, 'submission'::regclass, 'webhook'::regclass)
    order by inhrelid
  loop
    execute format('alter table %s set (fillfactor = %s)', part.name, part.factor);
  end loop;
end $$;
