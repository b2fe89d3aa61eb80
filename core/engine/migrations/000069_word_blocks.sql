-- No range of ids is made or dropped meanwhile: the lock of the nodes that do (range-lock.ts), which they only try.
select pg_advisory_xact_lock(4242802);

-- Which words the texts of a block of ids have, messages and incoming SMS together: a search for words looks only into blocks that have them. It reads the texts themselves as
-- well, so what is missing there is not found, whatever is here. Filled afterwards, block by block: accepting a message writes nothing here.
create table word_block (
  -- The first id of the block.
  block_id bigint not null,
  -- From 0; a block with very many words has several.
  part smallint not null,
  -- `<client>/<folded word>`.
  words tsvector not null,
  primary key (block_id, part)
) partition by range (block_id);
create index word_block_words on word_block using gin (words);

do $$
declare
  given record;
begin
  for given in select from_id, to_id from id_range order by from_id loop
    execute format(
      'create table %I partition of word_block for values from (%s) to (%s)',
      'word_block_' || given.from_id, given.from_id, given.to_id
    );
  end loop;
end $$;

-- Blocks below this id have been read.
create table word_mark (
  only_row boolean primary key default true check (only_row),
  read_to bigint not null default 0
);
insert into word_mark default values;

-- Blocks to be read again, because texts of them were removed or replaced.
create table word_block_due (
  block_id bigint primary key
);
