import { textArray } from '../database/arrays.ts'
import type { Queryable, Sql } from '../database/database.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { freeEnded } from './owned-rows.ts'
import type { OwnedTable } from './owned-table.ts'
import { countEnds, releaseWork, type WorkName } from './work-starts/work-start-statements.ts'

interface NodeRow {
  readonly node_id: string
  readonly name: string
  /** Its job pools. */
  readonly pools: readonly string[]
}

/** A node whose row is gone; the sessions of its clients and its links went with it. */
export interface RemovedNode extends NodeRow {
  /** Work that is paused because the node ended over it. */
  readonly paused: readonly WorkName[]
}

/** A node that is to be removed as it was last seen. */
export interface SilentNode {
  readonly lease: number
  /** Its last heartbeat as the database writes it. */
  readonly beat: string
}

/**
 * Removes a dead node, so that its lease has ended and what it owned can be freed (`freeEnded`). Does nothing, and
 * resolves with undefined, when it has sent a heartbeat since, or while its last statements still run and lock its row.
 */
export function removeNode(sql: Sql, { lease, beat }: SilentNode): Promise<RemovedNode | undefined> {
  return inTransaction(sql, async (tx) => {
    const [node] = await tx<NodeRow[]>`
      delete from node using (
        select lease from node where lease = ${lease}::bigint and beat_at::text = ${beat} for update skip locked
      ) as silent
      where node.lease = silent.lease
      returning node.node_id, node.name, node.pools`
    if (node === undefined) return undefined
    const paused = await countEnds(tx, lease)
    await freePools(tx, node.pools)
    return { ...node, paused }
  })
}

/** Signs a node off: what it still owned is free at once. */
export async function signOff(sql: Sql, owned: readonly OwnedTable[], lease: number): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const [node] = await tx<Pick<NodeRow, 'pools'>[]>`delete from node where lease = ${lease}::bigint returning pools`
    if (node === undefined) return
    await releaseWork(tx, lease)
    await freePools(tx, node.pools)
  })
  await freeEnded(sql, owned)
}

/** Those of the nodes that have not been removed. */
export async function findNodes(sql: Sql, nodeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<Pick<NodeRow, 'node_id'>[]>`
    select node_id from node where node_id = any(${textArray(nodeIds)}::uuid[])`
  return new Set(rows.map((row) => row.node_id))
}

/** Frees the jobs of job pools that have ended. */
export async function freePools(sql: Queryable, poolIds: readonly string[]): Promise<void> {
  if (poolIds.length > 0) await sql`select graphile_worker.force_unlock_workers(${textArray(poolIds)}::text[])`
}
