import type { Sql, Transaction } from '../../database/database.ts'
import type { RecordIds } from '../../database/record-ids.ts'
import { unparkedRoute } from '../holds/parked-batches.ts'
import { rescheduleMessages } from '../lifecycle/scheduled-batches.ts'
import { nextTime, partsDue } from './bulk-speed.ts'
import { countLetGo, findSlow, giveRoute, lockSpeed, lockWaiting, noteRelease, partsOf } from './speed-statements.ts'
import { candidates, splitBatches } from './split-batches.ts'

/** How often nodes look for slow bulks. */
export const SLOW_LOOK_MS = 1_000

/**
 * The least time between two releases of a bulk, whichever nodes look: somewhat less than that between two looks of
 * one. By then, nodes have claimed what was let go, if they can.
 */
const RELEASE_MS = 900

/** Batches that are let go at once: so many thousand messages a second are the most of one bulk. */
const MOST_BATCHES = 100

/**
 * Releases the messages of bulks with a speed limit that are due. What has gone, and what goes, is in one
 * transaction under the lock of the limit, so that several nodes, or one that is killed meanwhile, do not exceed it.
 * Resolves with the routes on which some wait now.
 */
export async function letGoDue(sql: Sql, ids: RecordIds, now: number): Promise<readonly string[]> {
  const routes = new Set<string>()
  for (const speedId of await findSlow(sql, now)) {
    const own = (await sql.begin((tx) => letGo(tx, ids, speedId, now))) as readonly string[]
    for (const route of own) routes.add(route)
  }
  return [...routes]
}

async function letGo(tx: Transaction, ids: RecordIds, speedId: number, now: number): Promise<readonly string[]> {
  const speed = await lockSpeed(tx, speedId, now)
  if (speed === undefined) return []
  const before = await countLetGo(tx, speedId, now)
  const due = partsDue(speed, before, now)
  const batches = due === 0 ? [] : await lockWaiting(tx, speedId, Math.min(due, MOST_BATCHES), now)
  const smsIds = candidates(batches, due)
  const alive = smsIds.length === 0 ? new Map<number, number>() : await partsOf(tx, smsIds)
  const { split, parts } = splitBatches(batches, due, alive)
  const nextAt = nextTime(speed, before, parts, now)
  await noteRelease(tx, speedId, nextAt, Math.max(nextAt, now + RELEASE_MS))
  if (split.length === 0) return []
  await giveRoute(tx, ids, split)
  const going = split.flatMap((batch) => batch.going).filter((smsId) => alive.has(smsId))
  if (going.length > 0) await rescheduleMessages(tx, going, new Date(now))
  return split.map(({ route }) => unparkedRoute(route))
}
