import type { Clock } from '@heliograph/contracts'
import type { Sql } from './database.ts'

/** How many ids a block of the sequence `id_block` stands for. */
export const IDS_PER_BLOCK = 1000

/** How many ids a range of partitions holds; ranges begin at multiples of this. */
export const IDS_PER_RANGE = 100_000 * IDS_PER_BLOCK

/**
 * A block is given up after this long, or when the clock is set back and its age is unknown: the sequence moves to
 * another range of ids when a period is over, and later records must be in that range.
 */
const BLOCK_LIFETIME_MS = 60_000

/**
 * Ids for messages, incoming messages and webhooks, from one database sequence.
 *
 * A node takes ids in blocks of 1,000, so an id costs no round trip; what a block has left when the process ends is
 * never used. Ids of one node grow, those of several nodes interleave by blocks.
 */
export interface RecordIds {
  /** `count` consecutive or at least increasing ids. */
  take(count: number): Promise<readonly number[]>
}

export function createRecordIds(sql: Sql, clock: Clock): RecordIds {
  let next = 0
  let end = 0
  let takenAt = 0
  let refill: Promise<void> | undefined

  async function fetchBlocks(count: number): Promise<void> {
    const rows = await sql<{ block: number }[]>`
      select nextval('id_block')::bigint as block from generate_series(1, ${count}::int)`
    const first = rows[0]?.block ?? 0
    // Blocks of one call are consecutive unless another node called at the same time; only the first run is used then.
    let last = first
    for (const row of rows) if (row.block === last + 1) last = row.block
    next = first * IDS_PER_BLOCK
    end = (last + 1) * IDS_PER_BLOCK
    takenAt = clock.now()
  }

  async function take(count: number): Promise<readonly number[]> {
    const ids: number[] = []
    while (ids.length < count) {
      const ageMs = clock.now() - takenAt
      if (next >= end || ageMs < 0 || ageMs > BLOCK_LIFETIME_MS) {
        refill ??= fetchBlocks(Math.ceil((count - ids.length) / IDS_PER_BLOCK)).finally(() => {
          refill = undefined
        })
        await refill
        continue
      }
      const until = Math.min(end, next + count - ids.length)
      while (next < until) {
        ids.push(next)
        next += 1
      }
    }
    return ids
  }

  return { take }
}
