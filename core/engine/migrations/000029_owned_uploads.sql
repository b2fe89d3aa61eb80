-- Uploads that are to be worked on are owned rows too. `due_at` is null while there is nothing to do.
alter table upload
  add column owner bigint,
  add column due_at timestamptz,
  add column starts smallint not null default 0;
create index upload_waiting on upload (due_at, upload_id) where owner is null and due_at is not null;
create index upload_owner on upload (owner, upload_id) where owner is not null;

-- In place of their jobs.
update upload set due_at = now() where state in ('checking', 'sending') or (state = 'cancelled' and kept_octets > 0);
select graphile_worker.remove_job('upload ' || upload_id) from upload where due_at is not null;
