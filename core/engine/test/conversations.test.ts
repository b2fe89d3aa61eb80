import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ConversationRecord, Conversations } from '@heliograph/contracts'
import { NO_ARCHIVE } from '../src/operate/archive/archive.ts'
import { dropOldRanges } from '../src/operate/maintenance/drop-ranges.ts'
import { type IncomingWorld, startIncomingWorld } from './support/incoming-world.ts'
import { find } from './support/smpp-node.ts'

describe('conversations', () => {
  let world: IncomingWorld
  let conversations: Conversations

  before(async () => {
    world = await startIncomingWorld()
    conversations = find(world.engine.services, Conversations)
  })
  after(() => world.close())

  const get = (contact: string) => conversations.get(world.principal, { channelId: world.channelId, contact })

  async function entriesOf(contact: string) {
    const key = { channelId: world.channelId, contact }
    return (await conversations.entries(world.principal, key, { limit: 50 })).entries
  }

  /** The texts received, oldest first, each with its keyword, and the origins of the messages sent. */
  async function keywordsOf(contact: string) {
    return (await entriesOf(contact))
      .toReversed()
      .map((entry) => (entry.kind === 'incoming' ? `${entry.text}: ${entry.keyword}` : entry.message.origin))
  }

  it('an SMS with a keyword tells what came of it, and the confirmation follows as sent by nobody', async () => {
    const from = world.sender()
    for (const text of ['JOIN', 'STOP', 'stop', 'JOIN']) await world.receive(from, text)
    assert.deepEqual(await keywordsOf(from), [
      'JOIN: null',
      'STOP: opted-out',
      'opt-out-confirmation',
      'stop: opted-out',
      'JOIN: opted-in',
      'opt-in-confirmation',
    ])
    const sent = (await entriesOf(from)).filter((entry) => entry.kind === 'outgoing')
    assert.deepEqual(
      sent.map(({ sentBy }) => sentBy),
      [null, null],
    )
    assert.deepEqual([(await get(from))?.unread, (await get(from))?.isOptedOut], [4, false])
  })

  it('work that goes on with the reply of a webhook counts an SMS once', async () => {
    const from = world.sender()
    const incomingId = await world.receive(from, 'hello')
    await world.reply(incomingId, 'auto', null)
    assert.equal((await get(from))?.unread, 1)
  })

  it('many SMS at once are all counted', async () => {
    const senders = Array.from({ length: 20 }, () => world.sender())
    const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`)
    await Promise.all(
      senders.flatMap((from) => texts.map((text) => world.receive(from, text, { receivedAt: new Date() }))),
    )
    const records = await Promise.all(senders.map(get))
    assert.deepEqual(
      records.map((record) => record?.unread),
      senders.map(() => texts.length),
    )
  })

  it('what a disabled channel gets is in none', async () => {
    const from = world.sender()
    await world.set({ enabled: false })
    await world.receive(from, 'STOP')
    await world.set({ enabled: true })
    assert.equal(await get(from), undefined)
    assert.equal((await world.statusOf(from))?.status, 0)
  })

  it('one whose last SMS is past the retention is forgotten', async () => {
    const from = world.sender()
    await world.receive(from, 'hello')
    const { incomingId } = ((await get(from)) as ConversationRecord).lastIncoming
    const { sql } = world.engine
    await sql`update conversation set newest_id = newest_id + 100000000 where contact <> ${from}`
    await sql`
      update id_range set closed_at = now() - interval '40 days'
      where ${incomingId}::bigint >= from_id and ${incomingId}::bigint < to_id`
    await sql`delete from message`
    await dropOldRanges(sql, { days: 30 }, NO_ARCHIVE)
    assert.equal(await get(from), undefined)
    const [left] = await sql<{ conversations: number }[]>`select count(*)::integer as conversations from conversation`
    assert.ok((left as { conversations: number }).conversations > 0)
  })
})
