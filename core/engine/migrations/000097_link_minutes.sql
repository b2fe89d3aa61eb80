-- What links did, by the minute: for the charts of the last hour. Written by the node that has the link, removed after two hours.
create table link_minute (
  link text collate "C" not null,
  minute timestamptz not null,
  -- Messages that the network took, and those that it refused, put off, or did not answer in time.
  taken integer not null,
  failed integer not null,
  -- The most parts that were handed over and not answered, of so many that may be.
  outstanding integer not null,
  window_parts integer not null,
  primary key (link, minute)
);
