-- The first message of an upload that may still wait in the gateway: those before it have gone out or have ended.
alter table upload add column waits_from bigint not null default 0;
