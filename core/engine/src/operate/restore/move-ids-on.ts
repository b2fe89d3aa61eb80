import type { Transaction } from '../../database/database.ts'
import type { SeenDatabase } from '../../database/database-memory.ts'
import { IDS_PER_BLOCK, IDS_PER_RANGE } from '../../database/record-ids.ts'
import { makeRange, noteEntered } from '../maintenance/id-ranges.ts'
import { RANGE_LOCK } from '../maintenance/range-lock.ts'

/** More than a deployment gives out in a second, at its busiest. */
const BLOCKS_PER_SECOND = 50

/** How many numbers of every other kind may have been given out since: clients, keys, leases of nodes. */
const OTHER_NUMBERS = 10_000

/** How far the ids had come at some time in the past. */
interface Progress {
  readonly block: number
  readonly secondsAgo: number
}

/**
 * Where the ids of a restored database begin: at a range that cannot have been entered since any of these times. Pure.
 */
export function firstIdAfter(known: readonly Progress[]): number {
  const blocks = known.map(({ block, secondsAgo }) => block + Math.ceil(Math.max(0, secondsAgo) * BLOCKS_PER_SECOND))
  const range = Math.floor((Math.max(...blocks) * IDS_PER_BLOCK) / IDS_PER_RANGE)
  return (range + 1) * IDS_PER_RANGE
}

/**
 * Advances all numbers that must be unique beyond what was given out after the copy was made. Resolves with the first
 * id that records get from now on.
 *
 * @param seen what this node remembers; undefined: nothing
 */
export async function moveIdsOn(tx: Transaction, seen: SeenDatabase | undefined): Promise<number> {
  await tx`select pg_advisory_xact_lock(${RANGE_LOCK}::bigint)`
  const [row] = await tx<{ block: number; seconds_ago: number; seen_ago: number | null }[]>`
    select id_block.last_value as block,
      extract(epoch from clock_timestamp() - alive.at)::float8 as seconds_ago,
      extract(epoch from clock_timestamp() - ${seen?.at ?? null}::text::timestamptz)::float8 as seen_ago
    from id_block cross join alive`
  const { block, seconds_ago: secondsAgo, seen_ago: seenAgo } = row as NonNullable<typeof row>
  const remembered = seen === undefined ? [] : [{ block: seen.block, secondsAgo: seenAgo ?? 0 }]
  const first = firstIdAfter([{ block, secondsAgo }, ...remembered])
  for (const ranges of [0, 1, 2]) await makeRange(tx, first + ranges * IDS_PER_RANGE)
  await tx`select setval('id_block', ${first / IDS_PER_BLOCK}::bigint, false)`
  await noteEntered(tx, first)
  await tx`
    select setval(
      format('%I.%I', schemaname, sequencename)::regclass,
      least(coalesce(last_value, start_value) + ${OTHER_NUMBERS}::bigint, max_value)
    )
    from pg_sequences where schemaname = current_schema() and sequencename <> 'id_block'`
  return first
}
