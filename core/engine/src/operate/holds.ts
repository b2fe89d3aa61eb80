import type { Health } from '@heliograph/contracts'
import { TOPICS } from '../database/announcement-topics.ts'
import type { Sql } from '../database/database.ts'
import { addHold, type HoldScope, listHolds, removeHold, type SendingHold } from '../outbound/holds/hold-statements.ts'
import { releaseParked } from '../outbound/holds/parked-batches.ts'
import type { Announcer } from '../ownership/announcer.ts'

/**
 * Lets operators hold sending. Messages on hold are accepted and wait: no node hands them to a network, not even
 * CRITICAL ones, and their validity goes on. Links stay connected, so receipts and incoming SMS arrive as before.
 */
export interface Holds {
  list(): Promise<readonly SendingHold[]>
  /** Resolves with whether it was not on hold before. */
  hold(scope: HoldScope, reason: string): Promise<boolean>
  /** Resolves with whether it was on hold. */
  resume(scope: HoldScope): Promise<boolean>
}

export interface HoldsOptions {
  readonly sql: Sql
  readonly announcer: Pick<Announcer, 'announce'>
  readonly announceBatches: (route: string) => void
}

export function createHolds({ sql, announcer, announceBatches }: HoldsOptions): Holds {
  return {
    list: () => listHolds(sql),
    async hold(scope, reason) {
      const isNew = await addHold(sql, scope, reason)
      announcer.announce(TOPICS.pauses)
      return isNew
    },
    async resume(scope) {
      const wasHeld = await removeHold(sql, scope)
      announcer.announce(TOPICS.pauses)
      for (const route of await releaseParked(sql)) announceBatches(route)
      return wasHeld
    },
  }
}

/** `degraded` while something is on hold. */
export async function holdsHealth(sql: Sql): Promise<Health> {
  const holds = await listHolds(sql)
  if (holds.length === 0) return { status: 'ok' }
  const names = holds.map(describeHold).join(', ')
  return { status: 'degraded', reason: `sending is on hold: ${names} (heliograph sending list)` }
}

/** For people: `route bulk (the network asked for it)`. */
export function describeHold({ kind, name, reason }: SendingHold): string {
  return `${name === '' ? kind : `${kind} ${name}`}${reason === '' ? '' : ` (${reason})`}`
}
