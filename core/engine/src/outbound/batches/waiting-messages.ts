import type { Clock, QueueDepth } from '@heliograph/contracts'
import { priorityName } from '@heliograph/messaging'
import type { Queryable } from '../../database/database.ts'
import { groupBy } from '../../database/group-by.ts'
import { unparkedRoute, waitsForItsBulk } from '../holds/parked-batches.ts'
import { placeKey } from './batch.ts'

/** The messages of one route and priority that wait for its links. */
export interface WaitingMessages {
  readonly route: string
  readonly priority: number
  /** Messages in batches that are due, including those that links have. */
  readonly messages: number
  /** When the oldest of these batches was due. */
  readonly oldestAt: Date
}

/** How long a count is good for. */
const FRESH_MS = 5_000

/** Reports what waits, with one look at the batches every few seconds however often it is asked. */
export class WaitingWatch {
  readonly #sql: Queryable
  readonly #clock: Clock
  #latest: readonly WaitingMessages[] = []
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined

  constructor(sql: Queryable, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
  }

  /** The result of the last look. */
  get latest(): readonly WaitingMessages[] {
    return this.#latest
  }

  /** Looks again unless it has just done so. Rejects when the database is away. */
  async look(): Promise<readonly WaitingMessages[]> {
    if (this.#clock.now() - this.#lookedAt > FRESH_MS) {
      this.#looking ??= this.#lookNow().finally(() => {
        this.#looking = undefined
      })
      await this.#looking
    }
    return this.#latest
  }

  async #lookNow(): Promise<void> {
    this.#latest = await countWaiting(this.#sql)
    this.#lookedAt = this.#clock.now()
  }
}

/**
 * The most batches that are counted for a route and priority besides those that nodes hold, the oldest first. There may
 * be a million of one message each after a day without the network.
 */
const MOST_COUNTED = 20_000

/**
 * Counts what waits, by route and priority: all of it, or at least what is in the oldest 20,000 batches. Nodes hold few
 * of them; of the others the index is entered once for each route and priority. What is parked with its client waits
 * for the links of its route as well; a paused or slow bulk waits for nothing but its client.
 */
export async function countWaiting(sql: Queryable): Promise<readonly WaitingMessages[]> {
  const rows = await sql<WaitingMessages[]>`
    with recursive line as (
      (
        select route, priority from batch where owner is null and cancelled_at is null
        order by route, priority limit 1
      )
      union all
      select later.route, later.priority from line
      cross join lateral (
        select route, priority from batch
        where owner is null and cancelled_at is null and (route, priority) > (line.route, line.priority)
        order by route, priority limit 1
      ) as later
    ),
    waiting as (
      select line.route, line.priority, cardinality(oldest.sms_ids) as messages, oldest.due_at from line
      cross join lateral (
        select sms_ids, due_at from batch
        where owner is null and cancelled_at is null and route = line.route and priority = line.priority
          and due_at <= now()
        order by due_at, batch_id limit ${MOST_COUNTED}::integer
      ) as oldest
      union all
      select route, priority, cardinality(sms_ids), due_at from batch
      where owner is not null and cancelled_at is null and due_at <= now()
    )
    select route, priority::integer as priority, sum(messages)::bigint as messages, min(due_at) as "oldestAt"
    from waiting
    group by route, priority
    order by 1, 2`
  const own = rows
    .filter((row) => !waitsForItsBulk(row.route))
    .map((row) => ({ ...row, route: unparkedRoute(row.route) }))
  return [...groupBy(own, ({ route, priority }) => placeKey(route, priority)).values()].map((same) => ({
    ...(same[0] as WaitingMessages),
    messages: same.reduce((sum, { messages }) => sum + messages, 0),
    oldestAt: new Date(Math.min(...same.map(({ oldestAt }) => oldestAt.getTime()))),
  }))
}

/** The same by priority alone, most urgent first. */
export function queueDepths(rows: readonly WaitingMessages[]): readonly QueueDepth[] {
  const priorities = [...new Set(rows.map(({ priority }) => priority))].sort((a, b) => a - b)
  return priorities.map((priority) => {
    const own = rows.filter((row) => row.priority === priority)
    return {
      priority: priorityName(priority),
      messages: own.reduce((sum, { messages }) => sum + messages, 0),
      oldestAt: new Date(Math.min(...own.map(({ oldestAt }) => oldestAt.getTime()))),
    }
  })
}
