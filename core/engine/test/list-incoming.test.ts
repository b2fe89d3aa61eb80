import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { listIncoming } from '../src/index.ts'
import { useDatabase } from './support/database-fixture.ts'
import { createReceiptTools, networkOf } from './support/receipt-tools.ts'

const database = useDatabase()
let ids: readonly number[]
let clientId: number
describe('incoming SMS for operators, newest first:', () => {
  before(async () => {
    const { sql, clock } = database
    const account = await database.addAccount()
    clientId = account.clientId
    const [channel] = await sql<{ address: string }[]>`select address from channel where client_id = ${clientId}`
    const network = networkOf(sql, createReceiptTools(sql, clock))
    const given = [channel?.address as string, '27829999999', channel?.address as string, '31234']
    const taken: number[] = []
    for (const [index, to] of given.entries()) {
      const { incomingId } = await network.incoming({
        carrier: 'net',
        link: 'main',
        from: '27831234567',
        to,
        text: `n${index}`,
        encoding: 'ucs2',
        mayBeRepeated: false,
        receivedAt: new Date(clock.now()),
      })
      taken.push(incomingId as number)
    }
    await sql`update incoming_message set status = 0 where incoming_id = ${taken[0] as number}`
    ids = taken
  })

  const rows: readonly (readonly [string, () => Parameters<typeof listIncoming>[1], readonly number[]])[] = [
    ['all', () => ({ limit: 10 }), [3, 2, 1, 0]],
    ['the newest', () => ({ limit: 2 }), [3, 2]],
    ['of a client, read or not', () => ({ clientId, limit: 10 }), [2, 0]],
    ['of a client, the newest', () => ({ clientId, limit: 1 }), [2]],
    ['of another client', () => ({ clientId: 9, limit: 10 }), []],
    ['to numbers of no channel', () => ({ isUnmatched: true, limit: 10 }), [3, 1]],
  ]
  for (const [name, options, places] of rows) {
    test(name, async () => {
      const listed = await listIncoming(database.sql, options())
      assert.deepEqual(
        listed.map(({ incomingId }) => ids.indexOf(incomingId)),
        places,
      )
    })
  }

  test('with everything that is known', async () => {
    const [listed] = await listIncoming(database.sql, { isUnmatched: true, limit: 1 })
    assert.deepEqual(listed, {
      incomingId: ids[3],
      clientId: null,
      channelId: null,
      from: '27831234567',
      to: '31234',
      text: 'n3',
      encoding: 'ucs2',
      isRead: false,
      incomplete: false,
      link: 'net/main',
      receivedAt: new Date(database.clock.now()),
    })
  })
})
