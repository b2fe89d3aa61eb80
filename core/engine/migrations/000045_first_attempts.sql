-- The first attempt at a webhook, of `webhook_attempt`'s columns: nearly always it is the only one, so it lies in the webhook's row, and only later attempts have
-- rows of their own. Where `first_at` is null, none was made, or a node of an earlier version made it: then it is in `webhook_attempt`, as attempt 1. While both
-- versions run, the earlier one does not show first attempts that the later one made; nothing is lost.
alter table webhook
  add column first_at timestamptz,
  add column first_elapsed_ms integer,
  add column first_status integer,
  add column first_failure text,
  add column first_reply text;
