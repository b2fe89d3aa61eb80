-- The words of a folded name, with single blanks between them. What separates them is what `nameWords` of @heliograph/messaging takes for it;
-- a name of nothing else is one word.
create function name_words(name_key text) returns text language sql immutable parallel safe as $$
  select coalesce(
    nullif(btrim(regexp_replace(name_key, '[ !-/:-@\[-`{-~«·»\u2010-\u201f]+', ' ', 'g')), ''),
    name_key
  )
$$;

-- A name from each of its words on, and behind a slash the words before: of `anna botha` `anna botha / ` and `botha / anna`.
create function name_rotations(name_key text) returns setof text language sql immutable parallel safe rows 3 as $$
  select array_to_string(words[place:], ' ') || ' / ' || array_to_string(words[:place - 1], ' ')
  from string_to_array(heliograph.name_words(name_key), ' ') as words, generate_subscripts(words, 1) as place
$$;

-- By which a contact is found by the beginning of any word of its name, in the order of what follows. Kept by triggers, so that nodes of
-- earlier releases keep it as well.
create table phonebook_word (
  client_id bigint not null,
  -- One of name_rotations(phonebook.name_key).
  words text collate "C" not null,
  mobile text collate "C" not null,
  primary key (client_id, words, mobile)
);

create function note_name() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from heliograph.phonebook_word
    where client_id = old.client_id and words in (select heliograph.name_rotations(old.name_key)) and mobile = old.mobile;
  end if;
  if tg_op <> 'DELETE' then
    insert into heliograph.phonebook_word (client_id, words, mobile)
    select new.client_id, heliograph.name_rotations(new.name_key), new.mobile
    on conflict do nothing;
  end if;
  return null;
end $$;

-- Twice, because the triggers keep others from writing contacts from their creation to the commit: nearly all are copied before it. What
-- may have changed meanwhile is copied anew.
insert into phonebook_word (client_id, words, mobile)
select client_id, name_rotations(name_key), mobile from phonebook where name_key is not null;
create trigger contact_named after insert on phonebook
  for each row when (new.name_key is not null) execute function note_name();
create trigger contact_renamed after update on phonebook
  for each row when (old.name_key is distinct from new.name_key) execute function note_name();
create trigger contact_unnamed after delete on phonebook
  for each row when (old.name_key is not null) execute function note_name();
delete from phonebook_word as word
where not exists (
  select from phonebook
  where phonebook.client_id = word.client_id and phonebook.mobile = word.mobile and name_key is not null
    and changed_at < now() - interval '1 hour'
);
insert into phonebook_word (client_id, words, mobile)
select client_id, name_rotations(name_key), mobile from phonebook
where name_key is not null and changed_at >= now() - interval '1 hour'
on conflict do nothing;
