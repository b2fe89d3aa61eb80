import { textArray } from '../database/arrays.ts'
import type { Queryable, Sql, Transaction } from '../database/database.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { freeEnded } from './owned-rows.ts'
import type { OwnedTable } from './owned-table.ts'
import { countEnds, releaseWork, type WorkName } from './work-starts/work-start-statements.ts'

/** A node whose row is gone; the sessions of its clients and its links went with it. */
export interface RemovedNode {
  readonly node_id: string
  readonly lease: number
  readonly name: string
  /** Its job pools. */
  readonly pools: string[]
}

/** A node that is to be removed as it was last seen. */
export interface SilentNode {
  readonly lease: number
  /** Its last heartbeat as the database writes it. */
  readonly beat: string
}

/**
 * Removes a dead node, so that its lease has ended and what it owned can be freed (`freeEnded`). Does nothing when it
 * has sent a heartbeat since, or while its last statements still run and lock its row.
 */
export function removeNode(
  sql: Sql,
  { lease, beat }: SilentNode,
): Promise<{ readonly removed: readonly RemovedNode[]; readonly paused: readonly WorkName[] }> {
  return inTransaction(sql, async (tx) => {
    const removed = await tx<RemovedNode[]>`
      delete from node using (
        select lease from node where lease = ${lease}::bigint and beat_at::text = ${beat} for update skip locked
      ) as silent
      where node.lease = silent.lease
      returning node.node_id, node.name, node.lease, node.pools`
    const paused = removed.length > 0 ? await countEnds(tx, [lease]) : []
    await unlockJobs(tx, removed)
    return { removed, paused }
  })
}

/** Signs a node off: what it still owned is free at once. */
export async function signOff(sql: Sql, owned: readonly OwnedTable[], lease: number): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const gone = await tx<RemovedNode[]>`
      delete from node where lease = ${lease}::bigint returning node_id, name, lease, pools`
    if (gone.length > 0) await releaseWork(tx, [lease])
    await unlockJobs(tx, gone)
  })
  await freeEnded(sql, owned)
}

/** Frees the jobs of job pools that have ended. */
export async function freePools(sql: Queryable, poolIds: readonly string[]): Promise<void> {
  if (poolIds.length > 0) await sql`select graphile_worker.force_unlock_workers(${textArray(poolIds)}::text[])`
}

async function unlockJobs(tx: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
  await freePools(
    tx,
    nodes.flatMap((node) => node.pools),
  )
}
