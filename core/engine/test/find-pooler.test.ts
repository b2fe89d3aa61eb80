import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findPooler, type PooledConnection, sharesSessions } from '../src/database/find-pooler.ts'
import { useDatabase } from './support/database-fixture.ts'
import { startPgBouncer } from './support/pgbouncer.ts'

interface Row {
  readonly name: string
  /** How many sessions the pooler has; undefined: each connection has its own. */
  readonly sessions?: number
  /** Which of those that are free comes next: the one that was last used, or the one that has rested longest. */
  readonly next?: 'last' | 'longest'
  readonly isShared: boolean
}

const ROWS: readonly Row[] = [
  { name: 'Postgres itself, or a pool of sessions', isShared: false },
  { name: 'a pool of one', sessions: 1, isShared: true },
  ...[2, 3, 20].flatMap((sessions) => [
    { name: `a pool of ${sessions}, last used first`, sessions, next: 'last', isShared: true } as const,
    { name: `a pool of ${sessions} in turns`, sessions, next: 'longest', isShared: true } as const,
  ]),
]

/** Connections of a pooler that has these sessions. */
function poolOf({ sessions, next }: Row): () => PooledConnection {
  const free = Array.from({ length: sessions ?? 0 }, (_, index) => 100 + index)
  let own = 200
  return () => {
    own += 1
    const fixed = own
    const take = () => (sessions === undefined ? fixed : next === 'last' ? free.pop() : free.shift())
    const hold: PooledConnection['hold'] = async (work) => {
      const session = take()
      // A pooler would let it wait for ever.
      if (session === undefined) throw new Error('no session is free')
      try {
        return await work(session)
      } finally {
        free.push(session)
      }
    }
    return { hold, session: () => hold(async (session) => session) }
  }
}

describe('whether connections share sessions', () => {
  for (const row of ROWS)
    test(row.name, async () => {
      const connect = poolOf(row)
      assert.equal(await sharesSessions(connect(), connect(), connect()), row.isShared)
    })
})

describe('what stands before a Postgres', () => {
  const database = useDatabase()
  const ignored = [
    'search_path',
    'plan_cache_mode',
    'jit',
    'statement_timeout',
    'lock_timeout',
    'enable_seqscan',

    'idle_in_transaction_session_timeout',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
    'tcp_keepalives_count',
  ]

  test('nothing', async () => assert.equal(await findPooler(database.url), undefined))

  const POOLERS = [
    { mode: 'transaction', ignored: [], found: 'refuses-settings' },
    { mode: 'transaction', ignored, found: 'shares-sessions' },
    { mode: 'session', ignored, found: 'drops-settings' },
  ] as const
  for (const { mode, ignored, found } of POOLERS)
    test(`PgBouncer, pool_mode = ${mode}, ${ignored.length} settings ignored: ${found}`, async (t) => {
      const pooler = await startPgBouncer(t, database.url, mode, ignored)
      if (pooler) assert.equal(await findPooler(pooler), found)
    })
})
