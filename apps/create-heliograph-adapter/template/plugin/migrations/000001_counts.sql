create table counts (
  delivered bigint not null
);
insert into counts (delivered) values (0);
