import type { Clock } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'

/** A timer that is set longer would fire at once; see `setTimeout`. */
const LONGEST_MS = 86_400_000

/** Watches for the snoozed conversations of a client: they come back by themselves, without an announcement. */
export interface Wakings {
  /** Looks for the next one. Call it when conversations have changed. */
  look(): void
  stop(): void
}

/** When the next snoozed conversation comes back; undefined: none is snoozed. */
export async function findNextWaking(sql: Sql, clientId: number, now: Date): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(snoozed_until) as at from conversation
    where client_id = ${clientId}::bigint and snoozed_until > ${now}::timestamptz`
  return row?.at ?? undefined
}

/** Calls `onWake` when a conversation is back. A look that fails is made up for by the next change. */
export function createWakings(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  clientId: number,
  onWake: () => void,
): Wakings {
  let cancel = () => {}
  let isStopped = false

  async function look(): Promise<void> {
    const at = await findNextWaking(sql, clientId, new Date(clock.now()))
    cancel()
    if (isStopped || at === undefined) return
    cancel = clock.after(Math.min(at.getTime() - clock.now(), LONGEST_MS), () => {
      onWake()
      wakings.look()
    })
  }

  const wakings: Wakings = {
    look: () => void look().catch(() => {}),
    stop() {
      isStopped = true
      cancel()
    },
  }
  return wakings
}
