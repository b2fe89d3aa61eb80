-- Several master keys: which one seals without naming itself, and what the first one had other keys derived from it for.
alter table deployment
  -- The id of the key that the deployment was first started with: a seal that names no key is one of its. Null until a start of this release.
  add column first_key text collate "C",
  -- The keys of hashes and signatures as a sealed JSON object. They stay as they are when the master key changes, because what is stored or was sent bears them.
  add column derived_keys bytea;

-- The ids of the master keys that the node has, the one that it seals under first.
alter table node add column master_keys text[] not null default '{}';
