-- How far a key reaches: `send`, the interfaces of clients; `portal`, the API of the portal as well.
alter table api_key add column scope text collate "C" not null default 'send' check (scope in ('send', 'portal'));

-- Keys of users who used the API of the portal lately go on working there. Nothing tells by what an act was done, a key or
-- a session, so every act that is not a log-in counts.
update api_key set scope = 'portal'
where user_id in (
  select user_id from audit_entry
  where at > now() - interval '30 days' and user_id > 0 and action not in ('log-in', 'log-in-refused')
);

-- The key itself, sealed, is kept only where an interface hands out keys, and only of those that reach no further than sending.
alter table api_key alter column sealed drop not null;
update api_key set sealed = null where scope = 'portal';
alter table api_key add constraint api_key_sealed check (sealed is null or scope = 'send');
