import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Harness, startEngine } from './support/engine-harness.ts'

let h: Harness

before(async () => {
  h = await startEngine({ roles: [] })
})
after(() => h.close())

describe('incoming SMS', () => {
  const incoming = (to: string, text = 'hi') =>
    h.engine.network.incoming({
      carrier: 'net',
      link: 'main',
      from: '27831230000',
      to,
      text,
      encoding: 'gsm',
      mayBeRepeated: false,
      receivedAt: new Date(0),
    })
  const storedAs = async (incomingId: number | null) => {
    const [row] = await h.engine.sql`
      select carrier, channel_id, client_id, sender, recipient, body, status, received_at from incoming_message
      where incoming_id = ${incomingId}`
    return row
  }

  it('is stored, unread, for the channel it was sent to', async () => {
    const client = await h.addClient()
    const [channel] = await h.engine.sql<{ channel_id: number; address: string }[]>`
      select channel_id, address from channel where client_id = ${client.clientId}`
    const result = await incoming(channel?.address as string, `it's "odd" \\ 👋\0`)
    assert.equal(result.channelId, channel?.channel_id)
    assert.deepEqual(await storedAs(result.incomingId), {
      carrier: 'net',
      channel_id: channel?.channel_id,
      client_id: client.clientId,
      sender: '27831230000',
      recipient: channel?.address,
      body: `it's "odd" \\ 👋\uFFFD`,
      status: 1,
      received_at: new Date(0),
    })
  })

  it('to no channel, or to a disabled one, is stored without', async () => {
    const client = await h.addClient()
    const [channel] = await h.engine.sql<{ address: string }[]>`
      update channel set enabled = false where client_id = ${client.clientId} returning address`
    for (const to of ['27999999999', channel?.address as string, 'odd\0number']) {
      const result = await incoming(to)
      assert.equal(result.channelId, null)
      assert.equal((await storedAs(result.incomingId))?.client_id, null)
    }
  })

  it('many at once have ids of their own', async () => {
    const results = await Promise.all(Array.from({ length: 200 }, (_, n) => incoming(`279${n}`)))
    assert.equal(new Set(results.map(({ incomingId }) => incomingId)).size, 200)
  })
})
