alter table api_key
  -- How often the access tokens of the key have been revoked. A token says how often that was when it was made; one that says less is no
  -- longer good. So revoked tokens need no list.
  add column token_round integer not null default 0;
