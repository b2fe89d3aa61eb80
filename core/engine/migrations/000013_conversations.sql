-- Who wrote to which channel, and since when nobody has looked: what the inbox lists. Kept by the work on incoming SMS.
create table conversation (
  channel_id bigint not null,
  -- The sender as in incoming_message.
  contact text collate "C" not null,
  client_id bigint not null,
  -- The number that an answer goes to; null for an alphanumeric sender.
  mobile text collate "C",
  -- The contact's last SMS.
  newest_id bigint not null,
  -- Its SMS since somebody last looked. What API clients have fetched (incoming_message.status) is another matter.
  unread integer not null default 0,
  primary key (channel_id, contact)
);
create index conversation_newest on conversation (client_id, newest_id);
create index conversation_unread on conversation (client_id, newest_id) where unread > 0;

-- What came before there was an inbox counts as seen.
insert into conversation (channel_id, contact, client_id, mobile, newest_id)
select channel_id, sender, client_id, case when sender ~ '^\+?\d+$' then replace(sender, '+', '') end, max(incoming_id)
from incoming_message
where channel_id is not null
group by channel_id, sender, client_id
on conflict do nothing;
