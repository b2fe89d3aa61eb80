import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppliedOwn, Migration, MigrationOutcome, OlderNode } from '@heliograph/engine'
import { createManualClock } from '@heliograph/testkit'
import { judgeMigrations } from '../src/check/judge-migrations.ts'
import { CommandError } from '../src/command-error.ts'
import { createOutput } from '../src/output.ts'
import { runMigration } from '../src/run-migration.ts'

// What `migrate` and `check` print about a second step. This release may have none, so the tests make one up.

const SECOND: Migration = { version: 60, name: 'gone', step: 'after', sql: '', checksum: '' }
const FIRST: Migration = { ...SECOND, version: 59, step: 'before' }
const OLD: OlderNode = { name: 'b', release: '0.9.0' }
const DONE: MigrationOutcome = { waiting: [], olderNodes: [] }
const waitingFor = (...olderNodes: OlderNode[]): MigrationOutcome => ({ waiting: [SECOND], olderNodes })

interface Flags {
  readonly mustEnd?: boolean
  readonly waits?: boolean
  readonly applied?: readonly AppliedOwn[]
}

async function run(outcomes: readonly MigrationOutcome[], flags: Flags = {}) {
  const clock = createManualClock()
  const controller = new AbortController()
  const said = { out: '', err: '' }
  const terminal = {
    out: (text: string) => {
      said.out += text
    },
    err: (text: string) => {
      said.err += text
    },
  }
  let looks = 0
  const output = createOutput(terminal, false)
  const migrate = async () => {
    const outcome = outcomes[looks] as MigrationOutcome
    looks += 1
    if (looks === outcomes.length) controller.abort()
    setImmediate(() => clock.advance(2_000))
    return outcome
  }
  const { mustEnd = false, waits = false, applied = [] } = flags
  const migrateSchemas = async () => applied
  await runMigration({ migrate, migrateSchemas, output, clock, signal: controller.signal, mustEnd, waits }, 60)
  return { ...said, looks }
}

const WAITING = 'The second step is waiting for node b (release 0.9.0).'
const REST = `The first step is done.\n${WAITING} Then run: heliograph migrate --after\n`

test('what was done to the tables of instances is reported, before a second step that has to wait is an error', async () => {
  const applied = [{ instance: 'loyalty', version: 3, name: 'levels' }]
  const line = 'Tables of loyalty: migration 3 (levels).'
  assert.equal((await run([DONE], { applied })).out, `The database is at migration 60.\n${line}\n`)
})

test('both steps are done when nothing is in the way', async () => {
  assert.deepEqual(await run([DONE]), { out: 'The database is at migration 60.\n', err: '', looks: 1 })
})

test('the second step is left for later, with the node that it waits for', async () => {
  assert.deepEqual(await run([waitingFor(OLD)]), { out: REST, err: '', looks: 1 })
})

test('with --after a node that is in the way is an error', async () => {
  const isNotYet = (error: unknown) => error instanceof CommandError && error.code === 'older-nodes'
  await assert.rejects(run([waitingFor(OLD)], { mustEnd: true }), isNotYet)
  assert.equal((await run([DONE], { mustEnd: true })).looks, 1)
})

test('with --wait it is reported once, and waited for', async () => {
  const other = { name: 'c', release: null }
  const { out, err, looks } = await run([waitingFor(OLD, other), waitingFor(OLD), waitingFor(OLD), DONE], {
    waits: true,
  })
  assert.equal(out, 'The database is at migration 60.\n')
  const both = 'The second step is waiting for node b (release 0.9.0), node c (an earlier release).'
  assert.deepEqual([err, looks], [`${both}\n${WAITING}\n`, 4])
})

test('an interrupt ends the wait', async () => {
  assert.deepEqual(await run([waitingFor(OLD)], { waits: true }), { out: REST, err: '', looks: 1 })
})

const ROWS: readonly (readonly [pending: readonly Migration[], nodes: readonly OlderNode[], message: RegExp])[] = [
  [[], [], /has the schema of this release/],
  [[FIRST, SECOND], [], /^1 to apply; the next start does it/],
  [[SECOND], [], /^the second step is to be done: heliograph migrate --after$/],
  [[SECOND], [OLD], /^the second step is waiting for node b \(release 0\.9\.0\)$/],
]
for (const [pending, nodes, message] of ROWS)
  test(`check says: ${message.source}`, () => {
    const finding = judgeMigrations(pending, nodes)
    assert.equal(finding.ok, true)
    assert.match(finding.message, message)
  })
