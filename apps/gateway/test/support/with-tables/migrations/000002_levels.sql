alter table points add column level text not null default 'new';
