-- The codes of authenticator apps that people have set up, see `SecondFactors`.
create table second_factor (
  user_id bigint primary key references app_user on delete cascade,
  -- Grows with every change, so that of changes at once one wins.
  version integer not null default 1,
  -- A JSON object under the master key.
  sealed bytea not null
);

-- Who did what, see `AuditLog`.
create table audit_entry (
  audit_id bigint generated always as identity (start with 1001) primary key,
  at timestamptz not null,
  -- To which client it was done. Entries outlive what they tell of, so they refer to nothing.
  client_id bigint not null,
  -- Who did it; 0: the gateway itself.
  user_id bigint not null,
  email text not null,
  is_by_operator boolean not null,
  action text collate "C" not null,
  subject text,
  -- An object of texts.
  detail jsonb not null
);
create index audit_entry_client on audit_entry (client_id, audit_id);
create index audit_entry_user on audit_entry (user_id, audit_id);
create index audit_entry_at on audit_entry (at);
