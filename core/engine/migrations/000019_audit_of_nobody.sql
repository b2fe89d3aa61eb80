-- What concerns no client (links, say) is done to the deployment: only operators see it.
alter table audit_entry alter client_id drop not null;
