alter table key_use
  -- The minute in which nodes last told how many requests there were since they told before, and how many they told of then;
  -- `minute_before` are those of the minute before it. Null: it was told before there was this column.
  add column minute timestamptz,
  add column minute_requests bigint not null default 0,
  add column minute_before bigint not null default 0;
