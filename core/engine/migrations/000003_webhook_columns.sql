alter table webhook add column form text collate "C";
alter table webhook add column reply_kind text collate "C";
