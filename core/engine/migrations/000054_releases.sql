-- The release that a node runs, for people, and the last migration that it knows. Null: a release from before there were
-- these columns.
alter table node add column release text, add column known_migration integer;

-- Only releases that know this migration run with the schema; 0: all of them. It is the last one of the second step, which
-- takes away what earlier releases used.
alter table deployment add column needed_migration integer not null default 0;
