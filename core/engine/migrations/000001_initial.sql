-- Everything lives in the schema `heliograph`, which the migration runner creates and puts on the search path.

-- The states a stored message can have; the same words as MESSAGE_STATES of @heliograph/contracts.
create type message_status as enum (
  'scheduled', 'queued', 'submitting', 'unknown', 'submitted', 'retrying', 'delivered', 'undeliverable',
  'refused-by-network', 'expired', 'unconfirmed', 'cancelled', 'no-route', 'opted-out'
);

-- One row: what belongs to the deployment as a whole.
create table deployment (
  only_row boolean primary key default true check (only_row),
  -- Mixed into generated message ids, so that two deployments never generate the same one.
  id_salt bytea not null,
  -- A known text sealed under the master key: tells a wrong key before anything is sealed with it. Null until the first start.
  key_check bytea,
  -- Messages up to this id have been looked at when their validity was over; those still open then are in validity_check.
  validity_watermark bigint not null default 0,
  created_at timestamptz not null default now()
);
insert into deployment (id_salt) values (uuid_send(gen_random_uuid()));

-- Accounts -----------------------------------------------------------------------------------------------------------------------------

create table client (
  client_id bigint generated always as identity (start with 1001) primary key,
  name text not null,
  country text,
  currency text not null,
  price_per_part numeric(18, 6) not null default 0 check (price_per_part >= 0),
  -- v2 requests a minute for each key; null = the deployment's default.
  rate_limit integer check (rate_limit > 0),
  enabled boolean not null default true,
  created_at timestamptz not null default now()
);

-- Beside `client` because it changes with every send. Null credit = billed afterwards, no limit.
create table client_credit (
  client_id bigint primary key references client on delete cascade,
  credit numeric(18, 6) constraint client_credit_not_negative check (credit >= 0)
) with (fillfactor = 50);

-- What changed a balance and why. Entries are only added; a client's balance is their sum (`heliograph credit check`). Clients that are billed afterwards have none.
create table credit_entry (
  entry_id bigint generated always as identity primary key,
  -- Without a reference: the check would lock the row of the client at every send.
  client_id bigint not null,
  amount numeric(18, 6) not null,
  -- opening, top-up, send, segments, join, replace, refund.
  reason text collate "C" not null,
  -- The first of the messages it is for; null for what an operator did.
  sms_id bigint,
  at timestamptz not null default now()
);
create index credit_entry_client on credit_entry (client_id, entry_id);

create table channel (
  channel_id bigint generated always as identity (start with 1001) primary key,
  client_id bigint not null references client on delete cascade,
  kind text not null check (kind in ('number', 'sender')),
  address text collate "C" not null,
  is_default boolean not null default false,
  enabled boolean not null default true,
  security_key bytea not null,
  dlr_url text,
  incoming_url text,
  incoming_handler text not null default 'json' check (incoming_handler in ('json', 'get', 'soap')),
  optout_url text,
  optout_secret bytea,
  optin_url text,
  optin_secret bytea,
  auto_response text,
  forward_email text,
  forward_mobile text,
  blacklist_response text,
  whitelist_response text,
  opt_out_link_base text,
  opt_in_link_base text,
  keyword_match text not null default 'anywhere' check (keyword_match in ('anywhere', 'first-word', 'exact')),
  created_at timestamptz not null default now()
);
-- An incoming SMS must find one channel; a sender only has to be unique within its client.
create unique index channel_number on channel (address) where kind = 'number';
create unique index channel_sender on channel (client_id, address) where kind = 'sender';
create unique index channel_default on channel (client_id) where is_default;

create table app_user (
  user_id bigint generated always as identity (start with 1001) primary key,
  client_id bigint not null references client on delete cascade,
  -- Lower case, at most 254 characters.
  email text collate "C" not null,
  password_hash text not null,
  channel_id bigint references channel on delete set null,
  role text not null default 'user' check (role in ('operator', 'admin', 'user')),
  priority smallint check (priority in (0, 10, 20, 30, 40)),
  enabled boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index app_user_email on app_user (email, client_id);
create index app_user_client on app_user (client_id);

create table api_key (
  key_id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references app_user on delete cascade,
  -- SHA-256 of the key.
  key_hash bytea not null unique,
  -- HMAC of its first 8 characters under the master key: the SMPP password.
  smpp_hash bytea not null,
  -- The key itself, sealed: SOAP get_api_key has to return it.
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create index api_key_user on api_key (user_id);
create index api_key_smpp on api_key (smpp_hash);

-- Tells every node that cached accounts are out of date.
create function notify_directory() returns trigger language plpgsql as $$
begin
  perform pg_notify('heliograph', 'directory');
  return null;
end $$;
create trigger client_changed after update or delete on client for each statement execute function notify_directory();
create trigger channel_changed after insert or update or delete on channel for each statement execute function notify_directory();
create trigger app_user_changed after update or delete on app_user for each statement execute function notify_directory();
create trigger api_key_changed after update or delete on api_key for each statement execute function notify_directory();

-- Contacts -----------------------------------------------------------------------------------------------------------------------------

create table contact (
  client_id bigint not null,
  mobile text collate "C" not null,
  -- 0 = opted out, 1 = opted in.
  status smallint not null check (status in (0, 1)),
  status_description text not null,
  auddate timestamptz not null default now(),
  primary key (client_id, mobile)
);

create table contact_audit (
  audit_id bigint generated always as identity primary key,
  client_id bigint not null,
  mobile text collate "C" not null,
  status smallint not null,
  status_description text not null,
  auddate timestamptz not null default now()
);
create index contact_audit_contact on contact_audit (client_id, mobile, audit_id);

-- Ids and partitions -------------------------------------------------------------------------------------------------------------------

-- All message-like rows take their ids from one sequence, in blocks of 1,000, and are partitioned by ranges of 100,000 blocks. A range is closed when
-- its period is over, by moving the sequence on; retention drops whole ranges.
create sequence id_block as bigint start with 1;

create table id_range (
  from_id bigint primary key,
  to_id bigint not null,
  -- When the sequence entered and left it.
  opened_at timestamptz,
  closed_at timestamptz,
  -- Its partitions are gone; what is left of it in message_key is being removed, in the order of that table.
  dropped_at timestamptz,
  -- The last key that was looked at.
  keys_client_id bigint not null default 0,
  keys_message_id text collate "C" not null default ''
);

-- Messages -----------------------------------------------------------------------------------------------------------------------------

-- Where a message stands is in message_state. This row changes only when its client replaces a text that still waits.
create table message (
  sms_id bigint not null,
  client_id bigint not null,
  user_id bigint not null,
  channel_id bigint not null,
  sender text collate "C" not null,
  recipient text collate "C" not null,
  -- Null: it is in message_text, where messages with many recipients share it.
  body text,
  text_id bigint,
  -- 0 = GSM 03.38, 1 = UCS-2, 2 = octets, of which the body is the hexadecimal.
  encoding smallint not null,
  parts smallint not null,
  priority smallint not null,
  flash boolean not null,
  receipt_webhook boolean not null,
  -- Bits: 1 = as a form, else as JSON; 2 = the message id stands for a reference that is missing; 4, 8, 16 = the instance that writes receipts wants
  -- none of what was delivered, has failed, is pending.
  notify_format smallint not null,
  origin text collate "C" not null,
  route text collate "C" not null,
  -- The id the client supplied; null when it was generated, since a generated one follows from sms_id and accepted_at.
  message_id text collate "C",
  bulk_id text collate "C",
  reference text,
  notify_url text,
  -- The instance that writes the receipts to that URL, and what it wants back for it; null = the usual forms.
  notify_instance text collate "C",
  notify_context text,
  price numeric(18, 6) not null,
  currency text not null,
  accepted_at timestamptz not null,
  -- Null = at once.
  send_at timestamptz,
  validity_seconds integer not null,
  -- Hexadecimal, without its length octet; null = none of its own.
  user_data_header text,
  -- Which final states are told over the client's own connection: 0 = every, 1 = success, 2 = failure, 3 = as the segments say that it was joined
  -- from (message_alias). Null = none.
  push_on smallint,
  push_context text,
  -- The id under which they are told, where it is not sms_id.
  push_sms_id bigint,
  primary key (sms_id)
) partition by range (sms_id);
create index message_client on message (client_id, sms_id);
create index message_recipient on message (recipient, sms_id);
create index message_bulk on message (client_id, bulk_id, sms_id) where bulk_id is not null;

-- Long texts to many recipients, once for each range of ids they are stored in. The id is that of the first message that has the text.
create table message_text (
  text_id bigint not null,
  body text not null,
  primary key (text_id)
) partition by range (text_id);

-- Ids that clients supplied: each names one message of its client for as long as the message is kept.
create table message_key (
  client_id bigint not null,
  message_id text collate "C" not null,
  sms_id bigint not null,
  primary key (client_id, message_id)
);

-- The segments a message was joined from, each with the id its client knows; the first has that of the message.
create table message_alias (
  sms_id bigint not null,
  -- The message.
  joined_id bigint not null,
  -- As in message.
  push_on smallint,
  push_context text,
  primary key (sms_id)
) partition by range (sms_id);
create index message_alias_joined on message_alias (joined_id);

-- Segments of long texts that wait for the others.
create table segment (
  sms_id bigint primary key,
  client_id bigint not null,
  user_id bigint not null,
  channel_id bigint not null,
  sender text collate "C" not null,
  recipient text collate "C" not null,
  reference integer not null,
  total smallint not null,
  part smallint not null,
  -- UTF-16 in Base64: a segment may begin or end in the middle of a character.
  body text not null,
  encoding smallint not null,
  user_data_header text not null,
  flash boolean not null,
  priority smallint not null,
  origin text collate "C" not null,
  accepted_at timestamptz not null,
  send_at timestamptz,
  validity_seconds integer,
  push_on smallint,
  push_context text,
  -- What has been debited for it.
  price numeric(18, 6) not null
);
create index segment_set on segment (user_id, recipient, reference, total);
create index segment_accepted on segment (accepted_at);
create index segment_recipient on segment (client_id, recipient);

-- A row exists once anything happened to a message after it was accepted; without one it is scheduled (send_at) or queued.
create table message_state (
  sms_id bigint not null,
  state message_status not null,
  -- The latest attempt at the network, 0 before the first.
  attempt smallint not null,
  -- The link a `submitting` message was handed to.
  link text collate "C",
  -- The new time of a rescheduled message.
  send_at timestamptz,
  submitted_at timestamptz,
  done_at timestamptz,
  error_id integer,
  network_status text,
  primary key (sms_id)
) partition by range (sms_id);

-- One row for each part of each attempt that a network answered.
create table submission (
  sms_id bigint not null,
  attempt smallint not null,
  part smallint not null,
  -- The attempt at which the parts were counted anew: one that sends only what is left of an earlier one belongs with it, and a message is delivered
  -- when all parts of one series are.
  series smallint not null,
  carrier text collate "C" not null,
  link text collate "C" not null,
  -- As received.
  network_id text collate "C",
  -- Its canonical spelling, by which receipts find it.
  network_key text collate "C",
  state message_status not null,
  network_status text,
  error_id integer,
  submitted_at timestamptz not null,
  done_at timestamptz,
  -- The recipient of a part of unknown outcome, by which a receipt for it is found; null for all others.
  held_recipient text collate "C",
  primary key (sms_id, attempt, part)
) partition by range (sms_id);
create index submission_network on submission (network_key) where network_key is not null;
-- Not by its state: an index that looks at what receipts change would make every receipt write into all indexes.
create index submission_held on submission (held_recipient) where held_recipient is not null;

-- What is to be sent: messages of one route, priority and time. A batch is dispatched by the node whose lease it bears; without one it waits, and goes in the order
-- of priority, time and id. It goes when all of its messages are settled.
create table batch (
  batch_id bigint generated always as identity primary key,
  route text collate "C" not null,
  priority smallint not null,
  due_at timestamptz not null,
  sms_ids bigint[] not null,
  -- The lease of the node that has it (node.lease). Null = it waits.
  owner bigint,
  -- How many nodes began to dispatch it and did not give it back: above 0, some of its messages may be with a network.
  starts smallint not null default 0,
  -- Of a schedule, which can be moved and cancelled; null otherwise.
  client_id bigint,
  bulk_id text collate "C",
  -- Its client cancelled it: it is never sent, its messages are being ended.
  cancelled_at timestamptz
);
create index batch_waiting on batch (route, priority, due_at, batch_id) where owner is null and cancelled_at is null;
create index batch_owner on batch (owner) where owner is not null;
create index batch_bulk on batch (client_id, bulk_id) where bulk_id is not null;
create index batch_cancelled on batch (cancelled_at) where cancelled_at is not null;

-- Messages to look at when their validity is over: those with a validity or send time of their own from the start, others once they turn out late.
create table validity_check (
  sms_id bigint primary key,
  due_at timestamptz not null
);
create index validity_check_due on validity_check (due_at);

-- Receipts that fit no submission yet: tried again when a submit result is recorded, and by a sweep.
create table unmatched_receipt (
  receipt_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  -- `<instance>/<name>`, null when the carrier did not say.
  link text collate "C",
  network_id text collate "C" not null,
  candidates text[] collate "C" not null,
  recipient text collate "C",
  status text not null,
  network_status text not null,
  error_id integer,
  done_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- When it is tried again, with growing waits.
  due_at timestamptz not null default now(),
  tries smallint not null default 0
);
create index unmatched_receipt_due on unmatched_receipt (due_at);
-- Without its list of pending entries, which every search would read through.
create index unmatched_receipt_candidates on unmatched_receipt using gin (candidates) with (fastupdate = off);

create table incoming_message (
  incoming_id bigint not null,
  carrier text collate "C" not null,
  -- `<instance>/<name>`.
  link text collate "C" not null,
  channel_id bigint,
  client_id bigint,
  sender text collate "C" not null,
  recipient text collate "C" not null,
  body text not null,
  -- As in message.
  encoding smallint not null,
  -- Parts of it never came; the body has those that did.
  incomplete boolean not null default false,
  -- 1 = unread, 0 = read.
  status smallint not null default 1,
  received_at timestamptz not null,
  primary key (incoming_id)
) partition by range (incoming_id);
create index incoming_message_client on incoming_message (client_id, incoming_id);
create index incoming_message_unread on incoming_message (client_id, incoming_id) where status = 1;
create index incoming_message_sender on incoming_message (sender, received_at);

-- Long incoming messages by their parts; kept for a while after they are stored, since networks repeat what was not acknowledged in time.
create table incoming_assembly (
  sender text collate "C" not null,
  recipient text collate "C" not null,
  reference integer not null,
  total smallint not null,
  carrier text collate "C" not null,
  link text collate "C" not null,
  -- By part; null = has not come.
  bodies text[] not null,
  encodings smallint[] not null,
  -- Of the first part that came.
  received_at timestamptz not null,
  begun_at timestamptz not null default now(),
  -- The message they were stored as, and when; null = parts are waited for.
  incoming_id bigint,
  stored_at timestamptz,
  primary key (sender, recipient, reference, total)
);
create index incoming_assembly_begun on incoming_assembly (begun_at);

-- What instances of modules remember, each with an end.
create table instance_state (
  instance text collate "C" not null,
  key text collate "C" not null,
  value text not null,
  expires_at timestamptz not null,
  primary key (instance, key)
);
create index instance_state_expires on instance_state (expires_at);

-- Webhooks -----------------------------------------------------------------------------------------------------------------------------

create table webhook (
  webhook_id bigint not null,
  client_id bigint not null,
  channel_id bigint not null,
  -- dlr, incoming, opt-out, opt-in.
  kind text not null,
  -- The message or incoming SMS it tells of.
  subject_id bigint not null,
  url text not null,
  content_type text not null,
  body text not null,
  -- The instance that writes the request, of what the body then holds; null = the body is what is sent.
  instance text collate "C",
  -- What that instance wrote for the first attempt, as JSON: later ones send the same.
  request text,
  created_at timestamptz not null default now(),
  -- pending, delivered, failed.
  state text not null default 'pending',
  attempts smallint not null default 0,
  primary key (webhook_id)
) partition by range (webhook_id);
create index webhook_subject on webhook (subject_id);

create table webhook_attempt (
  webhook_id bigint not null,
  attempt smallint not null,
  at timestamptz not null,
  elapsed_ms integer not null,
  -- HTTP status, or null with the reason in `failure`.
  status integer,
  failure text,
  reply text,
  primary key (webhook_id, attempt)
) partition by range (webhook_id);

-- Creates the partitions of one range of ids in every partitioned table.
create function create_id_range(p_from bigint, p_to bigint) returns void language plpgsql as $$
declare
  parent text;
begin
  insert into id_range (from_id, to_id) values (p_from, p_to);
  foreach parent in array array['message', 'message_text', 'message_alias', 'message_state', 'submission', 'incoming_message', 'webhook', 'webhook_attempt'] loop
    -- Made apart and then attached: creating it as a partition at once would lock out every reader and could deadlock with one.
    execute format(
      'create table %I (like %I including all) %s', parent || '_' || p_from, parent,
      -- Room for updates in place.
      case when parent in ('message_state', 'submission', 'webhook') then 'with (fillfactor = 70)' else '' end
    );
    execute format(
      'alter table %I attach partition %I for values from (%s) to (%s)', parent, parent || '_' || p_from, p_from, p_to
    );
  end loop;
end $$;

select create_id_range(0, 100000000);
select create_id_range(100000000, 200000000);
update id_range set opened_at = now() where from_id = 0;

-- Nodes --------------------------------------------------------------------------------------------------------------------------------

create table node (
  node_id uuid primary key,
  name text not null,
  roles text[] not null,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  -- graphile-worker pools of the process; their jobs are freed when the node is dead.
  pools text[] not null default '{}',
  -- The number of the node's lease, which no other node has or will have. What the node owns bears it, and is free once this row has gone.
  lease bigint generated always as identity unique,
  -- Links it is configured with.
  links text[] not null default '{}',
  -- Routes whose messages it sends.
  routes text[] not null default '{}',
  -- How its links were at its last heartbeat, as JSON, for people.
  link_reports text not null default '[]'
);

-- Links by the node that may use them: what a network agreed to (rate, window, connections) is for one node at a time.
create table link_lease (
  link text collate "C" primary key,
  lease bigint not null references node (lease) on delete cascade,
  taken_at timestamptz not null default now()
);
create index link_lease_node on link_lease (lease);

-- Sessions --------------------------------------------------------------------------------------------------------------------------------

-- Connections that clients hold open, on all nodes. Those of a dead node go with it.
create table session_bind (
  session_id uuid primary key,
  node_id uuid not null references node on delete cascade,
  user_id bigint not null,
  origin text collate "C" not null,
  remote text not null,
  -- Takes pushes.
  is_receiver boolean not null,
  opened_at timestamptz not null default now()
);
create index session_bind_user on session_bind (user_id);
create index session_bind_node on session_bind (node_id);

-- When a user last had a session that takes pushes: incoming SMS are kept for those who had one lately.
create table receiver_seen (
  user_id bigint primary key,
  seen_at timestamptz not null
);

-- What waits to be handed to a client over its own connection, or has been and is not answered.
create table push (
  push_id bigint primary key,
  user_id bigint not null,
  -- The node that has it in memory. Null = whoever has a session of the user may take it.
  node_id uuid,
  -- Tries that came to nothing, and when the next one may be made.
  tries smallint not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- What to tell, as JSON.
  content text not null
);
create index push_waiting on push (user_id, push_id) where node_id is null;

-- Requests per key and second, as every node publishes them four times a second. Losing it in a crash only forgives a minute.
create unlogged table rate_usage (
  node_id uuid not null,
  -- Of the node's publications.
  sequence bigint not null,
  -- The latest of `seconds`.
  last_second bigint not null,
  -- One entry for each key and second; the counts of a second replace those that the node published of it before.
  keys bigint[] not null,
  seconds bigint[] not null,
  requests bigint[] not null,
  primary key (node_id, sequence)
);

-- Figures ---------------------------------------------------------------------------------------------------------------------------------

-- Messages and webhooks by the minute they were accepted or made in, counted from their tables now and then. Can be emptied at any time.
create table minute_count (
  -- message, webhook.
  kind text collate "C" not null,
  -- 0 = all clients together.
  client_id bigint not null,
  minute timestamptz not null,
  -- The interface; of a webhook, what it tells of.
  origin text collate "C" not null,
  state text collate "C" not null,
  count integer not null,
  primary key (kind, client_id, minute, origin, state)
);
create index minute_count_minute on minute_count (minute);

-- One row: whose turn it is to count is who locks it.
create table minute_count_turn (
  only_row boolean primary key default true check (only_row),
  due_at timestamptz not null default now(),
  -- When the last hour is counted again, and not the last minutes alone.
  hour_due_at timestamptz not null default now(),
  counted_at timestamptz
);
insert into minute_count_turn default values;

-- Events ----------------------------------------------------------------------------------------------------------------------------------

-- What modules want to be told of.
create table event_subscription (
  name text collate "C" primary key,
  kinds text[] not null,
  -- When somebody last listened.
  heard_at timestamptz not null default now()
);

-- Events that a subscription has not been told of.
create table event (
  event_id bigint generated always as identity primary key,
  -- Without a reference: the check would lock the row of the subscription with every message.
  subscription text collate "C" not null,
  -- message-ended, sms-received.
  kind text collate "C" not null,
  -- The message or incoming SMS.
  subject_id bigint not null,
  -- Of the message.
  state message_status,
  tries smallint not null default 0,
  -- When it may be handed over; while it is, when it may be again.
  due_at timestamptz not null default now()
);
create index event_subscription_id on event (subscription, event_id);

create function is_final(message_status) returns boolean immutable language sql as $$
  select $1 not in ('scheduled', 'queued', 'submitting', 'unknown', 'submitted', 'retrying')
$$;

-- Notes the final states that a statement wrote: one insert for all of them.
create function note_states_inserted() returns trigger language plpgsql as $$
begin
  insert into event (subscription, kind, subject_id, state)
  select name, 'message-ended', new_rows.sms_id, new_rows.state
  from new_rows cross join event_subscription
  where is_final(new_rows.state) and 'message-ended' = any(kinds);
  return null;
end $$;

create function note_states_updated() returns trigger language plpgsql as $$
begin
  insert into event (subscription, kind, subject_id, state)
  select name, 'message-ended', new_rows.sms_id, new_rows.state
  from new_rows join old_rows using (sms_id) cross join event_subscription
  where is_final(new_rows.state) and old_rows.state <> new_rows.state and 'message-ended' = any(kinds);
  return null;
end $$;

create function note_incoming() returns trigger language plpgsql as $$
begin
  insert into event (subscription, kind, subject_id)
  select name, 'sms-received', new_rows.incoming_id
  from new_rows cross join event_subscription
  where 'sms-received' = any(kinds);
  return null;
end $$;

-- The triggers are there while somebody subscribes to what they note, so that nothing is paid for them otherwise.
create function set_event_triggers() returns void language plpgsql as $$
declare
  is_wanted boolean;
  is_there boolean;
begin
  is_wanted := exists (select from event_subscription where 'message-ended' = any(kinds));
  is_there := exists (select from pg_trigger where tgrelid = 'message_state'::regclass and tgname = 'states_inserted');
  if is_wanted and not is_there then
    create trigger states_inserted after insert on message_state
      referencing new table as new_rows for each statement execute function note_states_inserted();
    create trigger states_updated after update on message_state
      referencing old table as old_rows new table as new_rows for each statement execute function note_states_updated();
  elsif is_there and not is_wanted then
    drop trigger states_inserted on message_state;
    drop trigger states_updated on message_state;
  end if;
  is_wanted := exists (select from event_subscription where 'sms-received' = any(kinds));
  is_there := exists (select from pg_trigger where tgrelid = 'incoming_message'::regclass and tgname = 'incoming_inserted');
  if is_wanted and not is_there then
    create trigger incoming_inserted after insert on incoming_message
      referencing new table as new_rows for each statement execute function note_incoming();
  elsif is_there and not is_wanted then
    drop trigger incoming_inserted on incoming_message;
  end if;
end $$;
