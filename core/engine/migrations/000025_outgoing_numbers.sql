-- Numbers that an operator gave to a client, for its channels to send as. Those of its own channels need not be given.
create table outgoing_number (
  client_id bigint not null references client on delete cascade,
  -- Digits.
  number text collate "C" not null,
  given_at timestamptz not null default now(),
  primary key (client_id, number)
);

-- What is in use counts as given, except where it is the number of another client's channel: that goes on sending, and
-- heliograph check names it.
insert into outgoing_number (client_id, number)
select distinct client_id, outgoing_number from channel
where outgoing_number is not null and not exists (
  select from channel as numbered where numbered.kind = 'number' and numbered.address = channel.outgoing_number
);
