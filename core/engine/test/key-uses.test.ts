import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { KeyUses } from '../src/accounts/key-uses.ts'
import { listKeys } from '../src/accounts/provisioning/keys.ts'
import type { Sql } from '../src/database/database.ts'
import { useDatabase } from './support/database-fixture.ts'

const DAY_MS = 86_400_000
const database = useDatabase()

/** Days are told by the clock of the database, so that of a node has to agree: it is an hour after midnight, UTC. */
function createClock(days = 0) {
  return createManualClock((Math.floor(Date.now() / DAY_MS) + days) * DAY_MS + 3_600_000)
}

/** The counts of a node. */
function usesOn(clock = createClock(), sql: Sql = database.sql): KeyUses {
  return new KeyUses({ sql, clock, logger: captureLogger() })
}

describe('the use of keys', () => {
  const keyOf = async () => {
    const { principal } = await database.addAccount()
    return principal
  }
  const listed = async (userId: number) => {
    const [key] = await database.provisioning.listKeys(userId)
    return [key?.lastUsedAt?.toISOString() ?? null, key?.requestsYesterday, key?.requestsToday]
  }

  test('is none before it is written down, and then what all nodes have counted', async () => {
    const { keyId, userId } = await keyOf()
    const clock = createClock()
    const nodes = [usesOn(clock), usesOn(clock)]
    for (const node of nodes) node.count(keyId as number)
    nodes[0]?.count(keyId as number)
    assert.deepEqual(await listed(userId), [null, 0, 0])
    for (const node of nodes) await node.write()
    assert.deepEqual(await listed(userId), [new Date(clock.now()).toISOString(), 0, 3])
    for (const node of nodes) await node.write()
    assert.deepEqual(await listed(userId), [new Date(clock.now()).toISOString(), 0, 3], 'once only')
  })

  test('by the minute, over all nodes, as long as they tell of it', async () => {
    const { keyId, userId } = await keyOf()
    // In a transaction, the minute does not end.
    await database.sql.begin(async (tx) => {
      const sql = tx as unknown as Sql
      const perMinute = async () => (await listKeys(sql, userId))[0]?.requestsPerMinute
      const use = async (times: number) => {
        const uses = usesOn(createClock(), sql)
        for (let count = 0; count < times; count += 1) uses.count(keyId as number)
        await uses.write()
      }
      const passMinute = () => sql`update key_use set minute = minute - interval '1 minute' where key_id = ${keyId}`
      assert.equal(await perMinute(), 0)
      await use(4)
      await use(3)
      assert.equal(await perMinute(), 7)
      await passMinute()
      assert.equal(await perMinute(), 7)
      await use(2)
      assert.equal(await perMinute(), 7, 'not all nodes have told of this minute yet')
      await passMinute()
      assert.equal(await perMinute(), 2)
      await passMinute()
      assert.equal(await perMinute(), 0)
    })
  })

  const ROWS: readonly (readonly [days: readonly number[], yesterday: number, today: number])[] = [
    [[0], 0, 1],
    [[-1], 1, 0],
    [[-1, 0], 1, 1],
    [[-2, 0], 0, 1],
    [[-2, -1, 0], 1, 1],
    [[-2], 0, 0],
    // Another node writes last what it counted before midnight.
    [[0, -1], 1, 1],
    [[-1, 0, -1], 2, 1],
    [[0, -2], 0, 1],
    [[-1, -2, 0], 1, 1],
  ]
  for (const [days, yesterday, today] of ROWS)
    test(`on the days ${days.join(', ')} from today: ${yesterday} yesterday, ${today} today`, async () => {
      const { keyId, userId } = await keyOf()
      for (const day of days) {
        const uses = usesOn(createClock(day))
        uses.count(keyId as number)
        await uses.write()
      }
      assert.deepEqual((await listed(userId)).slice(1), [yesterday, today])
    })

  test('of a key that was removed meanwhile is dropped, and that of the others is written', async () => {
    const [gone, other] = [await keyOf(), await keyOf()]
    const uses = usesOn()
    for (const { keyId } of [gone, other]) uses.count(keyId as number)
    await database.provisioning.removeKey({ keyId: gone.keyId as number })
    await uses.write()
    assert.deepEqual((await listed(other.userId)).slice(1), [0, 1])
  })

  test('that cannot be written down stays counted', async () => {
    const { keyId, userId } = await keyOf()
    let isAway = true
    const sql = ((...statement: Parameters<Sql>) =>
      isAway ? Promise.reject(new Error('away')) : database.sql(...statement)) as unknown as Sql
    const uses = usesOn(createClock(), sql)
    uses.count(keyId as number)
    await assert.rejects(uses.write(), /away/)
    uses.count(keyId as number)
    isAway = false
    await uses.stop()
    assert.deepEqual((await listed(userId)).slice(1), [0, 2])
  })
})
