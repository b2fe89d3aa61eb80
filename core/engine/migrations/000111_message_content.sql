-- Rich content of messages, beside their texts. Only messages that have some are here; only links that take it look.
create table message_content (
  sms_id bigint primary key,
  -- As JSON; in text, which also holds what no jsonb can.
  content text not null
);
