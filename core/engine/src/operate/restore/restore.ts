import type { Clock, Logger } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import type { DatabaseMemory, SeenDatabase } from '../../database/database-memory.ts'
import { DEAD_SECONDS } from '../../database/dead-after.ts'
import { addHold, DEPLOYMENT } from '../../outbound/holds/hold-statements.ts'
import { OWNED_TABLES } from '../../owned-tables.ts'
import { signOff } from '../../ownership/remove-node.ts'
import { markOpen } from './mark-open.ts'
import { moveIdsOn } from './move-ids-on.ts'

/** A node that lives has sent a heartbeat within this time. */
const SILENT_MS = 7_000

/** Why sending is on hold after a restore. */
const REASON = 'restored'
/** Why uploads that were being sent have stopped. */
const UPLOAD_REASON = 'restored'

export interface RestoreOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly memory: DatabaseMemory
}

/** What a start finds about the database; see `Engine.admit`. */
export type Admission =
  | { readonly kind: 'as-left' }
  /** It is an earlier copy of what this node remembers. */
  | { readonly kind: 'older'; readonly seen: SeenDatabase }
  /** It was said to be restored, but nodes use it. */
  | { readonly kind: 'in-use'; readonly nodes: readonly string[] }
  /** It was restored: sending is on hold, and so many messages need a decision. */
  | { readonly kind: 'restored'; readonly undecided: number }

/**
 * Puts a restored database to use again, before any work begins: sending is put on hold, numbers that may have been
 * given out after the copy was made are passed over, and messages that may have been sent since need a decision.
 */
export async function admit(options: RestoreOptions, isRestored: boolean): Promise<Admission> {
  const { sql, logger, memory } = options
  if (isRestored) {
    const nodes = await findLivingNodes(options)
    if (nodes.length > 0) return { kind: 'in-use', nodes }
    await begin(options)
  } else {
    const seen = await memory.findLater()
    if (seen !== undefined) return { kind: 'older', seen }
  }
  const undecided = await markOpen(sql)
  if (!isRestored && undecided === 0) return { kind: 'as-left' }
  await memory.note()
  logger.warn({ undecided }, 'the database was restored: sending is on hold, messages need a decision')
  return { kind: 'restored', undecided }
}

async function begin({ sql, memory }: RestoreOptions): Promise<void> {
  const seen = await memory.recall()
  await sql.begin(async (tx) => {
    await addHold(tx, DEPLOYMENT, REASON)
    const first = await moveIdsOn(tx, seen)
    await tx`update deployment set restored_at = now(), open_below = ${first}::bigint`
    await tx`
      update upload set state = 'paused', paused_because = ${UPLOAD_REASON}
      where state = 'sending' and sent_rows < row_count`
    await tx`update alive set at = greatest(at, clock_timestamp(), ${seen?.at ?? null}::text::timestamptz)`
  })
  // Nodes of the time of the copy are gone; what they owned is free at once.
  const nodes = await sql<{ lease: number }[]>`select lease from node`
  for (const { lease } of nodes) await signOff(sql, OWNED_TABLES, lease)
}

interface NodeRow {
  readonly name: string
  readonly beat: string
  readonly is_dead: boolean
}

/** Nodes in the copy look alive while it is young, so one lives only if it sends heartbeats. */
async function findLivingNodes({ sql, clock }: RestoreOptions): Promise<readonly string[]> {
  const look = () => sql<NodeRow[]>`
    select name, lease || ' ' || beat_at as beat, beat_at < now() - ${DEAD_SECONDS}::integer * interval '1 second' as is_dead
    from node`
  const first = await look()
  if (first.every((node) => node.is_dead)) return []
  await new Promise<void>((resolve) => clock.after(SILENT_MS, resolve))
  const known = new Set(first.map(({ beat }) => beat))
  return (await look()).filter(({ beat }) => !known.has(beat)).map(({ name }) => name)
}
