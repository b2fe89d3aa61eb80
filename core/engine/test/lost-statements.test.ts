import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captureLogger, captureMetrics, createManualClock, type ManualClock } from '@heliograph/testkit'
import { createRateLimits } from '../src/accounts/rate-limits/rate-limits.ts'
import { CommitWatch } from '../src/database/commit-watch.ts'
import type { Sql } from '../src/database/database.ts'
import { DatabaseClock } from '../src/database/database-clock.ts'
import { EventLoop } from '../src/notify/events/event-loop.ts'
import { Outbox } from '../src/notify/sessions/outbox.ts'
import { LinkPauses } from '../src/outbound/dispatch/link-pauses.ts'
import { OWNED_TABLES } from '../src/owned-tables.ts'
import { NodeRegistry } from '../src/ownership/node-registry.ts'
import { FakeReceiver } from './support/fake-receiver.ts'

interface Tools {
  readonly sql: Sql
  readonly clock: ManualClock
  readonly logger: ReturnType<typeof captureLogger>
}

interface Loop {
  readonly name: string
  /** The statement whose answer does not come in time, ... */
  readonly lost: RegExp
  /** ... and which time it is lost; the first by default. */
  readonly lostAt?: number
  start(tools: Tools): unknown
}

const OWNER = { lease: () => 1, leaseNumber: () => 1 }

/** What goes by the database, again and again. */
const LOOPS: readonly Loop[] = [
  {
    name: 'the pauses of links',
    lost: /from link_pause/,
    lostAt: 2,
    start: (tools) => new LinkPauses({ ...tools, onChange() {} }).start(),
  },
  {
    name: 'the events of a subscription',
    lost: /update event_subscription/,
    start: (tools) =>
      new EventLoop({
        ...tools,
        ...OWNER,
        held: new Set(),
        subscription: { name: 'any', kinds: ['message-ended'], handler: async () => undefined },
      }),
  },
  {
    name: 'the usage of keys on other nodes',
    lost: /from rate_usage/,
    start: (tools) => createRateLimits({ ...tools, nodeId: 'a' }).start(),
  },
  {
    name: 'what waits for a receiver',
    lost: /push\.user_id =/,
    start: (tools) => new Outbox({ ...tools, ...OWNER }).open(1, new FakeReceiver()),
  },
  {
    name: 'the search for dead nodes',
    lost: /beat_at::text as beat/,
    start: (tools) =>
      new NodeRegistry({
        owned: OWNED_TABLES,
        ...tools,
        vital: tools.sql,
        burial: tools.sql,
        metrics: captureMetrics(),
        name: 'a',
        roles: [],
        // Else it reads the folder of migrations, which takes real time while the test's time goes on.
        knownMigration: 1,
        connections: () => 1,
        commits: new CommitWatch(tools.clock),
        clock: new DatabaseClock(tools.clock),
        monotonic: () => tools.clock.now(),
        onFenced() {},
        onWorksAgain() {},
        onFreed() {},
      }).start(),
  },
]

/** May be part of another statement, which is what fails then. */
function late(): Promise<never> {
  const failing = Promise.reject(Object.assign(new Error('late'), { code: 'DEADLINE_EXCEEDED' }))
  failing.catch(() => {})
  return failing
}

/** A database whose tables are empty, and that has no answer in time for one of the statements like `lost`. */
function losing(lost: RegExp, lostAt: number) {
  let heard = 0
  const run = (texts: readonly string[]) => {
    const isMeant = lost.test(texts.join('?'))
    if (isMeant) heard += 1
    if (isMeant && heard === lostAt) return late()
    return Promise.resolve(
      /insert into node|update node/.test(texts.join('?')) ? [{ lease: 1, database_ms: Date.now() }] : [],
    )
  }
  const sql = Object.assign(run, { begin: (work: (tx: typeof run) => unknown) => work(run), unsafe: String })
  return { sql: sql as unknown as Sql, heard: () => heard }
}

for (const { name, lost, lostAt = 1, start } of LOOPS)
  test(`${name}: a statement that had no answer by its deadline is asked again`, async () => {
    const clock = createManualClock()
    const { sql, heard } = losing(lost, lostAt)
    void start({ sql, clock, logger: captureLogger() })
    // Some answer only after other work of the process, so it is not counted in turns.
    const giveUpAt = performance.now() + 20_000
    for (let waited = 0; heard() <= lostAt && performance.now() < giveUpAt; waited += 100) {
      if (waited < 300_000) clock.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal(heard(), lostAt + 1)
  })
