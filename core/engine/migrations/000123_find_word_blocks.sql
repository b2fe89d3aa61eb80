-- First ids of blocks with texts that have these words, the newest first. The settings and `+ 0` leave the planner no index but that of the
-- words: reading all blocks looks cheap to it, since it does not count the words, which are stored out of line.
create function find_word_blocks(p_words tsquery, p_before bigint, p_limit integer) returns table (block_id bigint)
language sql stable rows 100 set enable_bitmapscan = on set enable_seqscan = off as $$
  with found as materialized (
    select word_block.block_id from heliograph.word_block where word_block.words @@ p_words and word_block.block_id + 0 < p_before
  )
  select distinct found.block_id from found order by found.block_id desc limit p_limit
$$;
