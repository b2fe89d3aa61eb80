import { captureLogger, captureMetrics, createManualClock, type ManualClock } from '@heliograph/testkit'
import { CommitWatch } from '../../src/database/commit-watch.ts'
import type { Sql } from '../../src/database/database.ts'
import { DatabaseClock } from '../../src/database/database-clock.ts'
import { OWNED_TABLES } from '../../src/owned-tables.ts'
import { NodeRegistry, type NodeRegistryOptions } from '../../src/ownership/node-registry.ts'
import { waitUntil } from './engine-harness.ts'

/** A node on a clock that the test moves. */
export async function startTestNode(
  sql: Sql,
  options: Partial<NodeRegistryOptions> = {},
  clock: ManualClock = createManualClock(Date.now()),
) {
  const logger = captureLogger()
  const metrics = captureMetrics()
  const reported: string[] = []
  let aheadMs = 0
  let suspendedMs = 0
  const corrected = new DatabaseClock({ now: () => clock.now() + suspendedMs, after: clock.after })
  const node = new NodeRegistry({
    owned: OWNED_TABLES,
    vital: sql,
    burial: sql,
    logger,
    metrics,
    commits: new CommitWatch(clock),
    clock: corrected,
    monotonic: () => clock.now() + aheadMs,
    name: 'node',
    roles: ['dispatch'],
    connections: () => 1,
    onFenced: () => reported.push('fenced'),
    onWorksAgain: () => reported.push('works again'),
    onFreed: () => reported.push('freed'),
    ...options,
  })
  await node.start()
  return {
    node,
    clock,
    corrected,
    logger,
    metrics,
    reported,
    /** Lets this much time pass on the monotonic clock without any timer going off. */
    passUnnoticed(ms: number) {
      aheadMs += ms
    },
    /** The same on the other clock, while the monotonic one stands still. */
    suspend(ms: number) {
      suspendedMs += ms
    },
    /** Lets the node beat this many times, each time to completion. */
    async beat(times: number) {
      for (let beat = 0; beat < times; beat += 1) {
        const before = node.goodAt
        clock.advance(3_000)
        await waitUntil(() => node.goodAt > before || reported.includes('fenced'), 'the beat is over')
      }
    },
    /** Lets time pass until something is so. */
    passUntil: (condition: () => boolean | Promise<boolean>, what: string) =>
      waitUntil(async () => {
        clock.advance(1_000)
        return condition()
      }, what),
  }
}

/** The same for a node whose clock is exactly so far ahead of the database's, however long its answer takes. */
export async function startNodeAhead(sql: Sql, clockAheadMs: number) {
  const clock = createManualClock(0)
  let aheadMs = clockAheadMs
  const vital = async (...statement: Parameters<Sql>) => {
    const rows = await sql<{ database_ms: number }[]>(...statement)
    for (const row of rows) {
      // A manual clock does not run backwards: then that of the database is set forward.
      row.database_ms = Math.max(row.database_ms, clock.now() - aheadMs)
      clock.set(row.database_ms + aheadMs)
    }
    return rows
  }
  const started = await startTestNode(sql, { vital: vital as unknown as Sql, monotonic: () => 0 }, clock)
  return {
    ...started,
    /** Has the clock set with the next heartbeat. */
    setAhead(ms: number) {
      aheadMs = ms
    },
  }
}
