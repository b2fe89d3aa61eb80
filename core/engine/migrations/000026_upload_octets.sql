-- Octets that the kept rows of an upload take, as JSON; 0 once they are gone. They count towards what a client may keep.
alter table upload add column kept_octets bigint not null default 0;
-- For uploads from before, near enough: their file, or a number and a name for each member of their groups.
update upload set kept_octets = greatest(received, row_count::bigint * 32);
-- Cancelled uploads whose rows are still there.
create index upload_cancelled on upload (upload_id) where state = 'cancelled' and kept_octets > 0;
