create table points (client_id bigint primary key, points bigint not null);
