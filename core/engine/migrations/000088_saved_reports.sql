-- Reports that users keep to look at again.
create table saved_report (
  report_id bigint generated always as identity (start with 1001) primary key,
  client_id bigint not null references client on delete cascade,
  user_id bigint not null references app_user on delete cascade,
  name text not null,
  period text collate "C" not null,
  step text collate "C" not null,
  division text collate "C" not null,
  every_client boolean not null,
  -- Of the mail.
  language text not null,
  is_mailed boolean not null,
  -- The Monday whose mail has gone.
  mailed_for date not null,
  -- Put off by each node that takes it.
  due_at timestamptz not null default now()
);
create index saved_report_user on saved_report (user_id, report_id);
create index saved_report_mailed on saved_report (mailed_for) where is_mailed;
