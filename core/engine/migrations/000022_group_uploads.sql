-- How far an upload is with taking in the members of groups: {"groupIds": [...], "index": of the group, "after": the last number}. Null: nothing is left to take in.
alter table upload add column filling jsonb;
