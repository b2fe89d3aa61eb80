-- Whether its node has the link up: the nodes with later groups of its routes use these only while no link of the earlier ones is.
alter table link_lease add column is_up boolean not null default false;
