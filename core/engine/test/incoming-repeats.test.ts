import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NetworkIncoming } from '@heliograph/contracts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { createReceiptTools, networkOf } from './support/receipt-tools.ts'

const database = useDatabase()

/** The network as a node sees it. */
const node = () => networkOf(database.sql, createReceiptTools(database.sql, database.clock))

async function smsToAChannel(): Promise<NetworkIncoming> {
  const { channelId } = await database.addAccount()
  const [channel] = await database.sql<
    { address: string }[]
  >`select address from channel where channel_id = ${channelId}`
  const receivedAt = new Date(database.clock.now())
  return {
    carrier: 'net',
    link: 'main',
    from: '27851234567',
    to: channel?.address as string,
    text: 'yes',
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt,
  }
}

const storedFor = async ({ to }: NetworkIncoming) =>
  (await database.sql`select from incoming_message where recipient = ${to}`).length

/** Statements that wait for a lock. */
async function blocked(): Promise<number> {
  const rows = await database.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return rows.length
}

for (const nodes of ['the same node', 'another node'] as const)
  test(`what a network sends again to ${nodes} while the first is being stored is stored once`, async () => {
    const sms = await smsToAChannel()
    const first = node()
    const second = nodes === 'the same node' ? first : node()
    let results: Promise<readonly { readonly incomingId: number | null }[]> | undefined
    await database.sql.begin(async (tx) => {
      // The first is stored up to this point, but not yet visible to others.
      await tx`lock table incoming_work in share mode`
      const storing = first.incoming(sms)
      await waitUntil(async () => (await blocked()) === 1, 'the first is held up')
      results = Promise.all([storing, second.incoming({ ...sms, mayBeRepeated: true })])
      if (nodes === 'another node') await waitUntil(async () => (await blocked()) === 2, 'the second waits')
    })
    const [stored, repeated] = (await results) ?? []
    assert.equal(repeated?.incomingId, stored?.incomingId)
    assert.equal(await storedFor(sms), 1)
  })

test('SMS that are no repetitions do not wait for each other', async () => {
  const [one, other] = [await smsToAChannel(), await smsToAChannel()]
  const results = await Promise.all([node().incoming(one), node().incoming(one), node().incoming(other)])
  assert.equal(new Set(results.map(({ incomingId }) => incomingId)).size, 3)
})
