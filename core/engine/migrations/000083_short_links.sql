-- What the codes of short links in texts stand for: one row for each contact of a client that was sent one, kept until
-- the number is erased, since an SMS stays on a phone. A code is made of the row by a key, so that a contact has the
-- same one in all its messages.
create table short_link (
  code text collate "C" primary key,
  client_id bigint not null,
  direction text collate "C" not null check (direction in ('out', 'in')),
  -- E.164 digits. Null: two contacts have the same code, so it stands for neither.
  mobile text collate "C"
);
