-- Passkeys (WebAuthn) of users.
create table passkey (
  passkey_id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references app_user on delete cascade,
  -- By which browsers and authenticators know it; authenticators choose it.
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- What the user calls it.
  name text not null,
  -- COSE. A public key: with a copy of it nobody logs in.
  public_key bytea not null,
  -- Of the latest signature; stays 0 where the authenticator does not count.
  counter bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);
