import type { Sql } from './database.ts'

/**
 * Lets the ids of graphile-worker's tasks wrap around. Adding jobs inserts the name of their task each time with
 * `on conflict do nothing`, which uses up an id: at a few hundred calls a second the 31 bits of that column last some
 * months, after which no job could be added. Wrapping around is harmless, since conflicts are ignored.
 */
export async function letTaskIdsGoRound(sql: Sql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare
      task_ids text := pg_get_serial_sequence('graphile_worker._private_tasks', 'id');
    begin
      if exists (select from pg_sequences where format('%I.%I', schemaname, sequencename) = task_ids and not cycle) then
        execute format('alter sequence %s cycle', task_ids);
      end if;
    end $$`)
}
