-- How far the ids had come at a moment: those taken from then on are not lower. Noted every minute, so that a search by time need not begin with the oldest id.
create table id_mark (
  at timestamptz primary key,
  from_id bigint not null
);
insert into id_mark (at, from_id) select opened_at, from_id from id_range where opened_at is not null;
