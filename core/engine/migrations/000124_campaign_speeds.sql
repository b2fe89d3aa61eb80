-- How fast the messages of a campaign may go: so many parts in so many seconds; null: as fast as links take them.
alter table upload add column speed_parts integer, add column speed_seconds integer;
