-- A link may be divided among nodes: each row is one of its shares, which stands for an equal part of what its network agreed to.
alter table link_lease
  -- Which share it is, from 1.
  add column share smallint not null default 1,
  -- Into how many the link is divided.
  add column shares smallint not null default 1,
  add constraint link_lease_share check (share between 1 and shares),
  drop constraint link_lease_pkey,
  add primary key (link, share);
