-- How the links of living nodes are, for people; apart from the heartbeats, which must be quick. (node.link_reports is written no more.)
create table link_report (
  lease bigint not null references node (lease) on delete cascade,
  link text collate "C" not null,
  -- JSON: state, figures, routes.
  sign text not null,
  -- JSON: the last PDUs of a link that is set to keep them, newest first.
  pdus text not null,
  primary key (lease, link)
);

-- Links whose network refused the login, until when none of the nodes may try again.
create table link_refusal (
  link text collate "C" primary key,
  refused_until timestamptz not null
);
