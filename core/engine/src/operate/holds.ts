import { type NoteAct, requireOperator } from '@heliograph/access'
import {
  GatewayError,
  type Health,
  type HoldScope,
  type Holds,
  LONGEST_HOLD_REASON,
  type SendingHold,
} from '@heliograph/contracts'
import { describeScope } from '@heliograph/messaging'
import { TOPICS } from '../database/announcement-topics.ts'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { addHold, listHolds, removeHold } from '../outbound/holds/hold-statements.ts'
import { releaseParked } from '../outbound/holds/parked-batches.ts'
import type { Announcer } from '../ownership/announcer.ts'

/** `Holds` for commands, which have the database and are not asked who they are. */
export interface HoldTools {
  list(): Promise<readonly SendingHold[]>
  /** Resolves with whether it was not on hold before. */
  hold(scope: HoldScope, reason: string): Promise<boolean>
  /** Resolves with whether it was on hold. */
  resume(scope: HoldScope): Promise<boolean>
}

export interface HoldToolsOptions {
  readonly sql: Sql
  readonly announcer: Pick<Announcer, 'announce'>
  readonly announceBatches: (route: string) => void
}

export function createHoldTools({ sql, announcer, announceBatches }: HoldToolsOptions): HoldTools {
  return {
    list: () => listHolds(sql),
    async hold(scope, reason) {
      const isNew = await addHold(sql, scope, reason.slice(0, LONGEST_HOLD_REASON))
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

export interface HoldsOptions {
  readonly sql: Sql
  readonly tools: HoldTools
  /** The routes that there are. */
  readonly routes: readonly string[]
  readonly note: NoteAct
}

/** Creates the `Holds` service. */
export function createHolds({ sql, tools, routes, note }: HoldsOptions): Holds {
  /** What nothing has is a slip of the pen, and nothing would be on hold. */
  async function requireScope({ kind, name }: HoldScope): Promise<void> {
    if (kind === 'route' && !routes.includes(name))
      throw new GatewayError('not-found', 'route-not-found', `There is no route ${name}`)
    if (kind === 'client' && !(await hasClient(sql, name)))
      throw new GatewayError('not-found', 'client-not-found', 'Client not found')
  }

  return {
    async list(principal) {
      requireOperator(principal)
      return serviceAnswer(tools.list())
    },
    async hold(principal, scope, reason) {
      requireOperator(principal)
      await serviceAnswer(requireScope(scope))
      const isNew = await serviceAnswer(tools.hold(scope, reason))
      const detail = reason === '' ? undefined : { reason }
      if (isNew) await note(principal, { action: 'sending-held', ...describeScope(scope), detail })
    },
    async resume(principal, scope) {
      requireOperator(principal)
      const wasHeld = await serviceAnswer(tools.resume(scope))
      if (wasHeld) await note(principal, { action: 'sending-resumed', ...describeScope(scope) })
    },
  }
}

async function hasClient(sql: Sql, name: string): Promise<boolean> {
  const [client] = await sql`select from client where client_id::text = ${name}`
  return client !== undefined
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
