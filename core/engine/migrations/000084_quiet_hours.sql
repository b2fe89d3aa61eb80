-- The hours in which messages of the client wait, as the contract's `QuietHours`; null: it has none.
alter table client add column quiet_hours jsonb;
