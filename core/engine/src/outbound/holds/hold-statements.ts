import type { HoldScope, SendingHold } from '@heliograph/contracts'
import type { Queryable } from '../../database/database.ts'

/** All sending. */
export const DEPLOYMENT: HoldScope = { kind: 'deployment', name: '' }

/** All that is on hold: the deployment, then routes and clients by name. */
export async function listHolds(sql: Queryable): Promise<readonly SendingHold[]> {
  const rows = await sql<SendingHold[]>`
    select kind, name, reason, held_at as at from sending_hold
    order by array_position(array['deployment', 'route', 'client'], kind), length(name), name`
  return [...rows]
}

/** Puts something on hold, or changes the reason. Resolves with whether it was not on hold before. */
export async function addHold(sql: Queryable, { kind, name }: HoldScope, reason: string): Promise<boolean> {
  const [row] = await sql<{ is_new: boolean }[]>`
    insert into sending_hold (kind, name, reason) values (${kind}, ${name}, ${reason})
    on conflict (kind, name) do update set reason = excluded.reason
    returning xmax = 0 as is_new`
  return row?.is_new ?? false
}

/** Resolves with whether it was on hold. */
export async function removeHold(sql: Queryable, { kind, name }: HoldScope): Promise<boolean> {
  const { count } = await sql`delete from sending_hold where kind = ${kind} and name = ${name}`
  return count > 0
}
