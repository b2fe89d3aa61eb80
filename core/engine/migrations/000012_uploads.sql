-- Files of recipients that a client brings, see `Uploads`. What became of each message is in `message` and its tables, found by the bulk id.
create table upload (
  upload_id bigint generated always as identity (start with 1001) primary key,
  client_id bigint not null references client on delete cascade,
  user_id bigint not null,
  name text not null,
  state text collate "C" not null default 'receiving',
  paused_because text collate "C",
  octets bigint not null,
  received bigint not null default 0,
  separator text not null default '',
  -- Rows that have come.
  row_count integer not null default 0,
  -- `UploadPlan`, and the principal on whose behalf rows are read and submitted: who made the plan, or started or resumed it last.
  plan jsonb,
  principal jsonb,
  -- Rows that have been looked at, and what came of that. Problems are counts by code.
  checked integer not null default 0,
  messages integer not null default 0,
  parts bigint not null default 0,
  problems jsonb not null default '{}',
  -- Rows that have been submitted or left out, and of those what was.
  sent_rows integer not null default 0,
  submitted integer not null default 0,
  accepted integer not null default 0,
  bulk_id text collate "C" not null,
  send_at timestamptz,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index upload_client on upload (client_id, upload_id);
create index upload_touched on upload (touched_at);

-- The rows of an upload, some hundred each, as an array of arrays of cells; null for a row that could not be read. Rows count from 0.
create table upload_chunk (
  upload_id bigint not null references upload on delete cascade,
  first_row integer not null,
  cells jsonb not null,
  primary key (upload_id, first_row)
);

-- Rows that are left out, and why.
create table upload_problem (
  upload_id bigint not null references upload on delete cascade,
  row_number integer not null,
  problem text collate "C" not null,
  primary key (upload_id, row_number)
);

-- The numbers of rows that are not left out, to find those that come twice.
create table upload_number (
  upload_id bigint not null references upload on delete cascade,
  mobile text collate "C" not null,
  primary key (upload_id, mobile)
);

-- Texts that clients keep to send them again.
create table text_template (
  template_id bigint generated always as identity (start with 1001) primary key,
  client_id bigint not null references client on delete cascade,
  name text not null,
  name_key text collate "C" not null,
  body text not null,
  unique (client_id, name_key)
);
