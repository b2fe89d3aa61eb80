-- The migration that a node has to know to work on an upload; null: every node can.
alter table upload add column needs integer;

-- A text that went out to several numbers at once is an upload too: one without rows, found by its bulk.
create unique index upload_bulk on upload (client_id, bulk_id);

-- Nodes of earlier releases claim whatever is due: what they cannot work on stays for others.
create function keep_upload_from_older_nodes() returns trigger language plpgsql as $$
begin
  if exists (
    select from heliograph.node where lease = new.owner and coalesce(known_migration, 0) < new.needs
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger upload_claimed before update of owner on upload for each row
  when (new.needs is not null and new.owner is not null and new.owner is distinct from old.owner)
  execute function keep_upload_from_older_nodes();
