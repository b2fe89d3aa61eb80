import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lackingSettings, POOLED_SETTINGS, type PooledSetting } from '../src/database/pooled-settings.ts'
import { type TriedPooler, tryPooler } from '../src/database/try-pooler.ts'
import { createEngineDatabase } from './support/engine-database.ts'
import { startPgBouncer } from './support/pgbouncer.ts'
import { setUpRole } from './support/pooled-role.ts'

interface Lack {
  readonly changes: Partial<Record<PooledSetting, string>>
  readonly lacking: readonly PooledSetting[]
}

const LACKS: readonly Lack[] = [
  { changes: {}, lacking: [] },
  { changes: { search_path: '"$user", public' }, lacking: ['search_path'] },
  { changes: { plan_cache_mode: 'auto', jit: 'on' }, lacking: ['plan_cache_mode', 'jit'] },
  { changes: { statement_timeout: '0', lock_timeout: '0' }, lacking: ['statement_timeout', 'lock_timeout'] },
  { changes: { statement_timeout: '20s' }, lacking: [] },
]

describe('what a role lacks for a pooler', () => {
  for (const { changes, lacking } of LACKS)
    test(JSON.stringify(changes), () => assert.deepEqual(lackingSettings({ ...POOLED_SETTINGS, ...changes }), lacking))
})

interface Row {
  readonly name: string
  readonly without?: readonly PooledSetting[]
  readonly isPreparing?: boolean
  readonly isElsewhere?: boolean
  readonly found: Partial<TriedPooler>
}

const ROWS: readonly Row[] = [
  { name: 'a role as it should be', found: {} },
  { name: 'a role without limits', without: ['statement_timeout'], found: { lacking: ['statement_timeout'] } },
  { name: 'another database past it', isElsewhere: true, found: { isSameDatabase: false } },
  { name: 'statements are to be prepared', isPreparing: true, found: { preparesStatements: false } },
]

describe('PgBouncer that shares sessions', () => {
  for (const { name, without, isPreparing = false, isElsewhere, found } of ROWS)
    test(name, async (t) => {
      const database = await createEngineDatabase()
      t.after(() => database.close())
      await setUpRole(database.url, without)
      const url = await startPgBouncer(t, database.url, 'transaction', [])
      if (url === undefined) return
      const directUrl = new URL(database.url)
      if (isElsewhere) directUrl.pathname = '/postgres'
      const tried = await tryPooler({ url, directUrl: directUrl.href, isPooled: true, isPreparing })
      const sound = { lacking: [], preparesStatements: undefined, isSameDatabase: true }
      assert.deepEqual(tried, { ...sound, ...found })
    })

  test('sessions that know what is prepared', async (t) => {
    const { url, close } = await createEngineDatabase()
    t.after(close)
    const { preparesStatements } = await tryPooler({ url, directUrl: url, isPooled: true, isPreparing: true })
    assert.equal(preparesStatements, true)
  })
})
