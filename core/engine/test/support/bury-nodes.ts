import type { Sql } from '../../src/database/database.ts'
import { OWNED_TABLES } from '../../src/owned-tables.ts'
import { freeEnded } from '../../src/ownership/owned-rows.ts'
import { removeNode } from '../../src/ownership/remove-node.ts'
import { waitUntil } from './engine-harness.ts'

/** Does what other nodes do once they have seen no heartbeat of the nodes of a name for fifteen seconds. */
export async function buryNodes(sql: Sql, name: string): Promise<void> {
  const rows = await sql<{ lease: number }[]>`select lease from node where name = ${name}`
  for (const { lease } of rows) await buryNode(sql, lease)
}

/** The same for one node. */
export async function buryNode(sql: Sql, lease: number): Promise<void> {
  await waitUntil(async () => {
    const [node] = await sql<{ beat: string }[]>`select beat_at::text as beat from node where lease = ${lease}`
    if (node !== undefined) await removeNode(sql, { lease, beat: node.beat })
    return node === undefined
  }, `node ${lease} is buried`)
  await freeEnded(sql, OWNED_TABLES)
}
