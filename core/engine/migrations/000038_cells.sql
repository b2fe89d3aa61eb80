-- A cell is one of several deployments whose clients can be moved from one to another, or that are joined one day: no two cells give out the same id. A deployment that stays alone is cell 0.
alter table deployment add column cell smallint not null default 0 check (cell between 0 and 899);

-- Makes an empty database that of a cell: ids of messages and of everything in their ranges begin at cell * 10^13, those of accounts at cell * 10^9 + 1001.
create function set_cell(p_cell integer) returns void language plpgsql as $$
declare
  first_id constant bigint := p_cell * 10000000000000::bigint;
  old_range record;
  accounts record;
begin
  perform pg_advisory_xact_lock(4242802);
  if exists (select from client) or (select is_called from id_block) then
    raise exception 'Only a database in which nothing has been stored yet can be given a cell.';
  end if;
  update deployment set cell = p_cell;
  for old_range in
    select child.relname from id_range join pg_class as child on child.relname like '%\_' || id_range.from_id
    join pg_inherits on inhrelid = child.oid
    join pg_class as parent on parent.oid = inhparent and child.relname = parent.relname || '_' || id_range.from_id
    where pg_get_partkeydef(parent.oid) like 'RANGE (%\_id)'
  loop
    execute format('drop table %I', old_range.relname);
  end loop;
  delete from id_range;
  perform create_id_range(first_id, first_id + 100000000);
  perform create_id_range(first_id + 100000000, first_id + 200000000);
  update id_range set opened_at = now() where from_id = first_id;
  perform setval('id_block', greatest(1, first_id / 1000), false);
  for accounts in
    select schemaname, sequencename from pg_sequences where schemaname = current_schema() and start_value = 1001
  loop
    perform setval(format('%I.%I', accounts.schemaname, accounts.sequencename), p_cell * 1000000000::bigint + 1001, false);
  end loop;
end $$;
