-- What incoming SMS set off is owned too, in place of jobs. `due_at` is null while it is paused; of the `starts`, `failures` ended with an error: the others ended with
-- their process, or have not ended.
alter table incoming_work
  add column owner bigint,
  add column due_at timestamptz default now(),
  add column starts integer not null default 0,
  add column failures integer not null default 0;
create index incoming_work_waiting on incoming_work (due_at, incoming_id) where owner is null;
create index incoming_work_owner on incoming_work (owner, incoming_id) where owner is not null;

-- Work names itself; only its jobs needed this.
alter table work_start alter column payload drop not null;
-- What was paused ended two processes: it is alone the next time.
update incoming_work set starts = 2
from work_start cross join lateral jsonb_array_elements_text(work_start.payload -> 'incomingIds') as given (id)
where work_start.kind = 'incoming' and work_start.paused_at is not null and incoming_work.incoming_id = given.id::bigint;
delete from work_start where kind = 'incoming';
