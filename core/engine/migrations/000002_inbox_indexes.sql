-- Incoming messages are listed by client or by channel, the read, the unread or both, in the order of their ids: each of these is one stretch of an index, or two
-- of it side by side. A channel is one client's for good.
create index incoming_message_client_status on incoming_message (client_id, status, incoming_id);
create index incoming_message_channel_status on incoming_message (channel_id, status, incoming_id);
drop index incoming_message_client;
drop index incoming_message_unread;
