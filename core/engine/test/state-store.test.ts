import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createStateStore } from '../src/accounts/state/state-store.ts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { useDatabase } from './support/database-fixture.ts'
import { endWaitingConnections } from './support/end-waiting-connections.ts'
import { statementCosts } from './support/plans.ts'

const database = useDatabase()
let instances = 0

const entryOf = (key: string, value: string, expiresAt = new Date(Date.now() + 600_000)) => ({ key, value, expiresAt })
const KEYS = Array.from({ length: 40 }, (_, index) => `key ${index}`)

/** Runs a test with the state of an instance of its own, and counts the statements. */
async function counted(run: (state: ReturnType<ReturnType<typeof createStateStore>['of']>) => Promise<void>) {
  instances += 1
  const { sql } = database
  const statements: string[] = []
  // biome-ignore lint/suspicious/noExplicitAny: the driver's type says boolean or a function of other parameters
  const options = sql.options as any
  options.debug = (_connection: number, text: string) => statements.push(text.trim().split(/\s/, 1)[0] as string)
  try {
    await run(createStateStore(sql).of(`instance-${instances}`))
  } finally {
    options.debug = undefined
  }
  return statements
}

function newState(sql: Sql = database.sql) {
  instances += 1
  return createStateStore(sql).of(`instance-${instances}`)
}

test('calls of a kind in one turn share a statement, and each has its own result', async () => {
  const statements = await counted(async (state) => {
    await Promise.all(KEYS.map((key) => state.set(entryOf(key, `set ${key}`))))
    const values = await Promise.all([...KEYS, 'none', ...KEYS].map((key) => state.get(key)))
    assert.deepEqual(values, [...KEYS.map((key) => `set ${key}`), undefined, ...KEYS.map((key) => `set ${key}`)])
    const added = await Promise.all([...KEYS.slice(0, 3), 'new'].map((key) => state.add(entryOf(key, 'added'))))
    assert.deepEqual(added, ['set key 0', 'set key 1', 'set key 2', 'added'])
    const replaced = await Promise.all(
      KEYS.map((key, index) => state.replace(index % 2 === 0 ? `set ${key}` : 'other', entryOf(key, 'replaced'))),
    )
    assert.deepEqual(
      replaced,
      KEYS.map((_, index) => index % 2 === 0),
    )
    await Promise.all(KEYS.slice(1).map((key) => state.delete(key)))
    assert.deepEqual(await Promise.all(KEYS.slice(0, 2).map((key) => state.get(key))), ['replaced', undefined])
  })
  assert.deepEqual(statements, ['insert', 'select', 'insert', 'update', 'delete', 'select'])
})

test('calls for one key in one turn act one after the other', async () => {
  const state = newState()
  const reported = await Promise.all([
    state.add(entryOf('k', 'over', new Date(0))),
    state.add(entryOf('k', 'one')),
    state.add(entryOf('k', 'two')),
    state.add(entryOf('other', 'three')),
    state.replace('one', entryOf('k', 'four')),
    state.replace('one', entryOf('k', 'five')),
    state.replace('four', entryOf('k', 'six')),
  ])
  assert.deepEqual(reported, ['over', 'one', 'one', 'three', true, false, true])
  assert.equal(await state.get('k'), 'six')
  await Promise.all([state.delete('k'), state.set(entryOf('k', 'seven')), state.set(entryOf('k', 'eight'))])
  assert.equal(await state.get('k'), 'eight')
})

test('stores of several nodes that write the same keys at once do not stop each other', async () => {
  const nodes = [createStateStore(database.sql), createStateStore(database.sql)].map((store) => store.of('shared'))
  const backwards = [...KEYS].reverse()
  for (let round = 0; round < 10; round += 1) {
    const won = await Promise.all(
      nodes.flatMap((state, node) =>
        (node === 0 ? KEYS : backwards).map(async (key) => {
          const value = `${node} ${round}`
          return (await state.add(entryOf(key, value))) === value && state.replace(value, entryOf(key, `${round}`))
        }),
      ),
    )
    assert.equal(won.filter(Boolean).length, KEYS.length)
    await Promise.all(KEYS.map((key) => nodes[0]?.delete(key)))
  }
})

describe('an entry that cannot be kept does not spoil those beside it', () => {
  const bad = {
    'a value that is too long': { entry: entryOf('bad', 'x'.repeat(10_001)), code: 'bad-state-entry' },
    'no time': { entry: entryOf('bad', 'v', new Date(Number.NaN)), code: 'internal' },
    'a time Postgres does not know': { entry: entryOf('bad', 'v', new Date(8.64e15)), code: 'internal' },
  }
  for (const [name, { entry, code }] of Object.entries(bad)) {
    test(name, async () => {
      const state = newState()
      const calls = [state.add(entryOf('a', 'one')), state.add(entry), state.add(entryOf('b', 'two'))]
      const [a, failed, b] = await Promise.allSettled(calls)
      assert.deepEqual(
        [a, b],
        [
          { status: 'fulfilled', value: 'one' },
          { status: 'fulfilled', value: 'two' },
        ],
      )
      assert.equal(failed?.status === 'rejected' && failed.reason.code, code)
      assert.deepEqual(await Promise.all(['a', 'b', 'bad'].map((key) => state.get(key))), ['one', 'two', undefined])
    })
  }
})

test('a database that goes away in between is told to each call, and found again', async () => {
  const sql = openDatabase({ url: database.url, max: 2, applicationName: 'state test' })
  const state = newState(sql)
  await Promise.all(KEYS.map((key) => state.set(entryOf(key, 'v'))))
  await database.sql.begin(async (tx) => {
    await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
    await tx`select from instance_state where value = 'v' for update`
    const calls = [
      ...KEYS.slice(0, 20).map((key) => state.add(entryOf(key, 'w'))),
      ...KEYS.slice(20).map((key) => state.replace('v', entryOf(key, 'w'))),
    ]
    const ended = await endWaitingConnections(database.sql, 'state test', Promise.allSettled(calls))
    for (const call of ended) assert.equal(call.status === 'rejected' && call.reason.category, 'unavailable')
  })
  assert.deepEqual(await Promise.all(KEYS.map((key) => state.add(entryOf(key, 'w')))), Array(KEYS.length).fill('v'))
  await sql.end({ timeout: 5 })
})

test('while there is no database each call says so', async () => {
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'state test' })
  const state = newState(away)
  const calls = [...KEYS.map((key) => state.get(key)), ...KEYS.map((key) => state.set(entryOf(key, 'v')))]
  for (const call of await Promise.allSettled([...calls, state.delete('k')]))
    assert.equal(call.status === 'rejected' && call.reason.category, 'unavailable')
  await away.end({ timeout: 0 })
})

test('what statements look at does not grow with what is kept', async () => {
  const { sql } = database
  await sql`
    insert into instance_state (instance, key, value, expires_at)
    select 'many', 'key ' || n, 'v', now() + interval '1 hour' from generate_series(0, 20000) as n`
  const costs = await statementCosts(sql, async (pool) => {
    const state = createStateStore(pool).of('many')
    await Promise.all(KEYS.map((key) => state.get(key)))
    await Promise.all(KEYS.map((key) => state.replace('v', entryOf(key, 'w'))))
    await Promise.all(KEYS.map((key) => state.delete(key)))
  })
  assert.equal(costs.length, 3)
  for (const { text, rows } of costs) assert.ok(rows <= 2 * KEYS.length, `${rows} rows: ${text}`)
})

test('additions to one key in one turn share a statement', async () => {
  const { expiresAt } = entryOf('k', '')
  const statements = await counted(async (state) => {
    const sums = await Promise.all([1, 2, -4, 10].map((by) => state.increment({ key: 'k', by, expiresAt })))
    assert.deepEqual(sums, [1, 3, -1, 9])
  })
  assert.deepEqual(statements, ['insert'])
})

test('stores of several nodes that count the same keys at once lose nothing', async () => {
  const nodes = [createStateStore(database.sql), createStateStore(database.sql)].map((store) => store.of('counts'))
  const { expiresAt } = entryOf('k', '')
  const sums = await Promise.all(
    nodes.flatMap((state, node) =>
      (node === 0 ? KEYS : [...KEYS].reverse()).map((key) => state.increment({ key, expiresAt })),
    ),
  )
  assert.deepEqual([sums.filter((sum) => sum === 1).length, sums.filter((sum) => sum === 2).length], [40, 40])
})

test('pages and counts look at nothing but what they are for', async () => {
  const { sql } = database
  await sql`
    insert into instance_state (instance, key, value, expires_at)
    select 'listed', left('ab', 1 + n % 2) || '/' || n, 'x', now() + interval '1 day' from generate_series(1, 20000) as n`
  await createStateStore(sql).of('listed').set(entryOf('aa/1', 'one'))
  const costs = await statementCosts(sql, async (pool) => {
    const state = createStateStore(pool).of('listed')
    await state.list({ prefix: 'aa/' })
    await state.count('aa/')
    await state.list({ limit: 50, after: 'ab/7' })
  })
  assert.deepEqual(
    costs.map(({ rows }) => rows),
    [1, 1, 50],
  )
})
