import type { Sql } from '../../src/database/database.ts'
import { OWNED_TABLES } from '../../src/owned-tables.ts'
import { freeEnded } from '../../src/ownership/owned-rows.ts'
import { removeNode } from '../../src/ownership/remove-node.ts'
import { waitUntil } from './engine-harness.ts'

/** Does what other nodes do once they have seen no heartbeat of the nodes of a name for fifteen seconds. */
export async function buryNodes(sql: Sql, name: string): Promise<void> {
  await waitUntil(async () => {
    const rows = await sql<{ lease: number; beat: string }[]>`
      select lease, beat_at::text as beat from node where name = ${name}`
    for (const node of rows) await removeNode(sql, node, 10_000)
    await freeEnded(sql, OWNED_TABLES)
    return rows.length === 0
  }, `${name} is buried`)
}
