import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Sql } from '../src/database/database.ts'
import { accessOf } from '../src/database/database-access.ts'
import { openPools, type Pools } from '../src/database/pools.ts'
import { DEAD_MS } from '../src/ownership/node-watch.ts'
import { useDatabase } from './support/database-fixture.ts'
import { testSettings } from './support/engine-harness.ts'

describe('the pools of a node', () => {
  const db = useDatabase()
  let pools: Pools
  before(() => {
    pools = openPools({ access: accessOf(db.url, testSettings().database), nodeName: 'n', size: 20, reportSize: 2 })
  })
  after(() => pools.close())

  it('let no statement of a dead node wait for a lock when its row is to be removed, whatever else runs', async () => {
    const { close, counts, own, ownCount, ...standing } = pools
    const all: Readonly<Record<string, Sql>> = { ...standing, own: own('plugin_x') }
    for (const [name, sql] of Object.entries(all)) {
      const [row] = await sql<{ statement: number; lock: number }[]>`
        select max(setting::integer) filter (where name = 'statement_timeout') as statement,
          max(setting::integer) filter (where name = 'lock_timeout') as lock
        from pg_settings`
      const { statement, lock } = row as { statement: number; lock: number }
      const waits = lock === 0 ? statement : Math.min(lock, statement)
      assert.ok(waits > 0 && waits < DEAD_MS, `${name}: ${waits} ms`)
    }
  })
})
