import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { openDatabase } from '../src/database/database.ts'
import { createRecordIds, IDS_PER_BLOCK } from '../src/database/record-ids.ts'
import { useDatabase } from './support/database-fixture.ts'

describe('record ids', () => {
  const db = useDatabase()
  const fresh = () => {
    const clock = createManualClock()
    return { clock, ids: createRecordIds(db.sql, clock) }
  }
  const lastBlock = async () => {
    const [row] = await db.sql<{ last_value: number }[]>`select last_value from id_block`
    return row?.last_value ?? 0
  }

  it('come in blocks: one round trip for a thousand', async () => {
    const { ids } = fresh()
    const [first] = await ids.take(1)
    const before = await lastBlock()
    const rest = await ids.take(IDS_PER_BLOCK - 1)
    assert.equal(first, before * IDS_PER_BLOCK)
    assert.deepEqual(
      rest,
      Array.from({ length: IDS_PER_BLOCK - 1 }, (_, index) => (first as number) + 1 + index),
    )
    assert.equal(await lastBlock(), before)
    assert.deepEqual(await ids.take(1), [(before + 1) * IDS_PER_BLOCK])
  })

  for (const count of [0, 1, 999, 1_000, 1_001, 10_000]) {
    it(`${count} at once are as many, different and increasing`, async () => {
      const { ids } = fresh()
      await ids.take(3)
      const taken = await ids.take(count)
      assert.equal(taken.length, count)
      assert.ok(taken.every((id, index) => index === 0 || id > (taken[index - 1] as number)))
    })
  }

  it('are different for everybody who asks at once, on one node', async () => {
    const { ids } = fresh()
    const taken = (await Promise.all(Array.from({ length: 300 }, (_, index) => ids.take(1 + (index % 40))))).flat()
    assert.equal(new Set(taken).size, taken.length)
  })

  it('are different for nodes that ask at once', async () => {
    const pools = Array.from({ length: 3 }, (_, node) =>
      openDatabase({ url: db.url, max: 1, applicationName: `ids ${node}` }),
    )
    const nodes = pools.map((sql) => createRecordIds(sql, createManualClock()))
    const takes = Array.from({ length: 30 }, () => nodes.map((ids) => ids.take(1_700))).flat()
    const taken = await Promise.all(takes)
    await Promise.all(pools.map((sql) => sql.end()))
    assert.equal(new Set(taken.flat()).size, taken.flat().length)
    for (const list of taken) assert.ok(list.every((id, index) => index === 0 || id > (list[index - 1] as number)))
  })

  it('of a block are given up after a minute, because the sequence may have moved on', async () => {
    const { ids, clock } = fresh()
    const [first] = (await ids.take(1)) as [number]
    clock.advance(60_000)
    assert.deepEqual(await ids.take(1), [first + 1])
    clock.advance(1)
    const [later] = (await ids.take(1)) as [number]
    assert.ok(later >= first + IDS_PER_BLOCK)
  })

  it('are there again after the database was away', async () => {
    const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1, applicationName: 'away' })
    let sql = away
    const ids = createRecordIds(
      ((...args: Parameters<typeof away>) => sql(...args)) as typeof away,
      createManualClock(),
    )
    const failed = await Promise.allSettled([ids.take(1), ids.take(2)])
    assert.deepEqual(
      failed.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    sql = db.sql
    assert.equal((await ids.take(2)).length, 2)
    await away.end()
  })
})
