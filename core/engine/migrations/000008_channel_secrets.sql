-- What signed the webhooks of a channel before its secret was changed, sealed, and until when it does so beside the new one.
alter table channel
  add column previous_security_key bytea,
  add column previous_security_key_until timestamptz,
  add column previous_optout_secret bytea,
  add column previous_optout_secret_until timestamptz,
  add column previous_optin_secret bytea,
  add column previous_optin_secret_until timestamptz;

-- The number that messages go out from, where it is another than the one that receives.
alter table channel add column outgoing_number text collate "C";
create index channel_outgoing_number on channel (outgoing_number) where outgoing_number is not null;

-- The word that the setting has everywhere else.
alter table channel drop constraint channel_keyword_match_check;
update channel set keyword_match = 'contains' where keyword_match = 'anywhere';
alter table channel
  alter column keyword_match set default 'contains',
  add constraint channel_keyword_match_check check (keyword_match in ('contains', 'first-word', 'exact'));
