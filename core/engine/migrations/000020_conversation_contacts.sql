-- Conversations of the contacts that a name leads to.
create index conversation_contact on conversation (client_id, mobile, newest_id) where mobile is not null;
