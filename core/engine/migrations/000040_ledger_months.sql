-- As before, but what messages cost lies in tables by month, which are dropped when they are old; what people changed by hand is kept.
alter table credit_entry rename to credit_entry_before;
alter index credit_entry_pkey rename to credit_entry_before_pkey;
alter index credit_entry_client rename to credit_entry_before_client;
alter index credit_entry_change rename to credit_entry_before_change;
create sequence credit_entry_id as bigint;
select setval('credit_entry_id', coalesce((select max(entry_id) from credit_entry_before), 0) + 1, false);

create table credit_entry (
  entry_id bigint not null default nextval('credit_entry_id'),
  -- Without a reference: the check would lock the row of the client at every send.
  client_id bigint not null,
  amount numeric(18, 6) not null,
  -- opening, top-up, send, segments, join, replace, refund.
  reason text collate "C" not null,
  -- The first of the messages it is for; null for what an operator did.
  sms_id bigint,
  at timestamptz not null default now(),
  -- Who changed a balance by hand, and why they say they did. Null for what messages cost.
  user_id bigint,
  by text,
  note text
) partition by list (reason);
create index credit_entry_id_order on credit_entry (entry_id);
create index credit_entry_client on credit_entry (client_id, entry_id);
create table credit_entry_change partition of credit_entry for values in ('opening', 'top-up');
create table credit_entry_cost partition of credit_entry default partition by range (at);
-- For times outside of all months.
create table credit_entry_cost_other partition of credit_entry_cost default;

-- Makes the table of the month (UTC) that begins then, unless it is there.
create function create_credit_month(p_month date) returns void language plpgsql as $$
declare
  month_table text := to_char(p_month, '"credit_entry_cost_"YYYY_MM');
begin
  if to_regclass(month_table) is not null then return; end if;
  -- Made apart and then attached, so that no reader waits.
  execute format('create table %I (like credit_entry_cost including all)', month_table);
  execute format(
    'alter table credit_entry_cost attach partition %I for values from (%L) to (%L)', month_table,
    p_month::timestamp at time zone 'UTC', (p_month + interval '1 month')::timestamp at time zone 'UTC'
  );
end $$;

select create_credit_month(month::date) from generate_series(
  date_trunc('month', coalesce((select min(at) from credit_entry_before), now()) at time zone 'UTC'),
  date_trunc('month', now() at time zone 'UTC') + interval '3 months', interval '1 month'
) as month;

insert into credit_entry (entry_id, client_id, amount, reason, sms_id, at, user_id, by, note)
select entry_id, client_id, amount, reason, sms_id, at, user_id, by, note from credit_entry_before;
drop table credit_entry_before;

-- What the entries of a month came to that are not kept any more: with those that are, it is the client's balance.
create table credit_month (
  client_id bigint not null,
  -- Its first day.
  month date not null,
  amount numeric(18, 6) not null,
  primary key (client_id, month)
);

-- How far the audit of contacts has been looked through for entries that are too old. One row.
create table contact_audit_mark (
  only_row boolean primary key default true check (only_row),
  audit_id bigint not null default 0
);
insert into contact_audit_mark default values;
