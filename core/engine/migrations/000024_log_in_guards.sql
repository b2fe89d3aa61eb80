-- Guesses at accounts from addresses that nobody has logged in from, counted over all nodes, whether or not there is such an account. Accounts share a fixed number of slots (by a keyed hash), so that no flood of made-up accounts can make this table grow.
create table login_delay (
  slot integer primary key check (slot between 0 and 262143),
  -- When the count began; it begins anew after a day.
  since timestamptz not null,
  guesses integer not null,
  blocked_until timestamptz not null
);

-- The address groups from which an account has logged in: strangers cannot delay it there. The newest few of each account.
create table login_place (
  -- A keyed hash of the e-mail or system id.
  account bytea not null,
  -- An IPv4 address, or the /64 of an IPv6 address.
  address_group text collate "C" not null,
  -- Written at most twice a day by each node.
  seen_at timestamptz not null,
  primary key (account, address_group)
);
create index login_place_seen on login_place (seen_at);
