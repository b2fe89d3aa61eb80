-- Events that were put off, very many while nobody takes them, no longer stand before those that are due.
create index event_due on event (subscription, due_at, event_id);
drop index event_subscription_id;
