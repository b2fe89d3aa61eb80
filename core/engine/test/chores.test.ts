import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { beginChore, type ChoreDoer, endChore, listChores } from '../src/operate/maintenance/chore-runs.ts'
import { useDatabase } from './support/database-fixture.ts'
import { startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

describe('a chore', () => {
  const database = useDatabase()
  const MINUTE = 60_000

  async function addNode(node: string): Promise<ChoreDoer> {
    const [row] = await database.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (${randomUUID()}, ${node}, '{cron}') returning lease`
    return { lease: row?.lease as number, node }
  }

  /** How long ago the first node began it, whether that lives, and whether the second takes it. */
  const ROWS: readonly (readonly [name: string, minutesAgo: number, isAlive: boolean, isTaken: boolean])[] = [
    ['is left to the node that does it', 0, true, false],
    ['is left to it while it may yet begin again', 4, true, false],
    ['is taken from a node that has not begun it for a long time', 6, true, true],
    ['is taken at once when that node has gone', 0, false, true],
  ]
  for (const [name, minutesAgo, isAlive, isTaken] of ROWS)
    test(name, async () => {
      const [first, second] = [await addNode('first'), await addNode('second')]
      const begin = (doer: ChoreDoer) => beginChore(database.sql, doer, name, MINUTE)
      assert.deepEqual([await begin(first), await begin(first)], [true, true])
      await database.sql`
        update chore set begun_at = now() - ${minutesAgo}::integer * interval '1 minute' where name = ${name}`
      if (!isAlive) await database.sql`delete from node where lease = ${first.lease}`
      assert.equal(await begin(second), isTaken)
      assert.equal(
        (await listChores(database.sql)).find((chore) => chore.name === name)?.node,
        isTaken ? 'second' : 'first',
      )
    })

  test('shows its last run and why that failed, until one succeeds; a node that lost it notes nothing', async () => {
    const [first, second] = [await addNode('first'), await addNode('second')]
    const { sql } = database
    const seen = async () => {
      const found = (await listChores(sql)).find(({ name }) => name === 'shown')
      return [found?.node, found?.endedAt instanceof Date, found?.error]
    }
    await beginChore(sql, first, 'shown', MINUTE)
    assert.deepEqual(await seen(), ['first', false, null])
    await endChore(sql, first, 'shown', new Error('disk full\0'))
    assert.deepEqual(await seen(), ['first', true, 'disk full\uFFFD'])
    await endChore(sql, second, 'shown', undefined)
    assert.deepEqual(await seen(), ['first', true, 'disk full\uFFFD'])
    await endChore(sql, first, 'shown', undefined)
    assert.deepEqual(await seen(), ['first', true, null])
  })
})

test('of two nodes one does all chores', async (t) => {
  const carriers = () => new Map([['net', carrierOf(new FakeLink())]])
  const first = await startEngine({ carriers: carriers() })
  t.after(() => first.close())
  const { sql } = first.engine
  const every = async () => sql<{ lease: number; ended_at: Date | null; is_new: boolean }[]>`
    select lease, ended_at, begun_at > ${joinedAt} as is_new from chore`
  let joinedAt = new Date(0)
  await first.until(async () => {
    const chores = await every()
    return chores.length > 10 && chores.every(({ ended_at: endedAt }) => endedAt !== null)
  }, 'all are done')
  joinedAt = new Date()
  const second = await startEngine({ carriers: carriers(), joinTo: first })
  t.after(() => second.close())
  await first.until(async () => (await every()).some((chore) => chore.is_new), 'some are done again')
  assert.equal(new Set((await every()).map(({ lease }) => lease)).size, 1)
})
