-- No range of ids is made or dropped meanwhile: the lock of the nodes that do (range-lock.ts), which they only try.
select pg_advisory_xact_lock(4242802);

-- What happened to messages on their way that no other row tells. Rows are only added; a message that the first link takes and the network reports once has none.
create table message_history (
  sms_id bigint not null,
  -- When it happened, by the network's clock where it comes from a receipt.
  at timestamptz not null,
  -- put-off, put-back, passed-on: what came of a hand-over. report: a receipt that ended nothing. receipt, ended: what a late receipt replaced.
  kind text collate "C" not null,
  -- `<instance>/<name>`; empty where it is that of the part.
  link text collate "C" not null,
  attempt smallint not null,
  -- The part of a receipt; of `ended`, the one whose receipt replaced it. 0 = the message as a whole.
  part smallint not null,
  -- What the network reported, or the state that was replaced. Of put-off: retrying, or unknown where no answer came.
  state text collate "C",
  -- The network's word, empty where there is none.
  network_status text collate "C" not null,
  error_id integer,
  -- put-off: when the message goes again. put-back: the last time. ended: when it was replaced.
  until timestamptz,
  -- How many times, of what is told once for all.
  times integer not null default 1,
  -- The receipt as the network wrote it.
  receipt_text text,
  primary key (sms_id, at, kind, link, attempt, part, network_status)
) partition by range (sms_id);

-- As before, for every table that is partitioned: all of them are, by these ranges.
create or replace function create_id_range(p_from bigint, p_to bigint) returns void language plpgsql as $$
declare
  parent text;
begin
  insert into id_range (from_id, to_id) values (p_from, p_to);
  for parent in
    select relname from pg_class where relkind = 'p' and relnamespace = current_schema()::regnamespace order by relname
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

do $$
declare
  given record;
begin
  for given in select from_id, to_id from id_range where dropped_at is null order by from_id loop
    execute format(
      'create table %I partition of message_history for values from (%s) to (%s)',
      'message_history_' || given.from_id, given.from_id, given.to_id
    );
  end loop;
end $$;
