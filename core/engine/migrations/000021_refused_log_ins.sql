-- Log-ins that were refused are counted in one entry for each user, reason and ten minutes, of which this is the name. Null for all other entries.
alter table audit_entry add refusal text collate "C";
create unique index audit_entry_refusal on audit_entry (refusal) where refusal is not null;
