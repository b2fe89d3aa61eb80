import assert from 'node:assert/strict'
import {
  Contacts,
  type ConversationEntry,
  type ConversationKey,
  type ConversationRecord,
  Conversations,
  IncomingMessages,
  Network,
  Subscriptions,
} from '@heliograph/contracts'
import { submit } from '../../../testkit/src/services/requests.ts'
import {
  eventually,
  type ServiceCase,
  type ServiceClient,
  type ServiceWorld,
} from '../../../testkit/src/services/service-world.ts'

const ANNA = '27821112221'
const BEN = '27821112222'

/** Receives an SMS and waits until it is in its conversation. Resolves with its id. */
export async function receive(
  world: ServiceWorld,
  client: ServiceClient,
  from: string,
  text: string,
  { to = client.address, at = world.now() } = {},
): Promise<number> {
  const { incomingId } = await world.service(Network).incoming({
    carrier: 'net',
    link: 'main',
    from,
    to,
    text,
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt: new Date(at),
  })
  await eventually(async () => {
    const { records } = await world.service(Conversations).find(client.principal, { limit: 200 })
    return records.some(({ lastIncoming }) => lastIncoming.incomingId === incomingId)
  }, 'the SMS is in its conversation')
  return incomingId as number
}

async function list(world: ServiceWorld, client: Pick<ServiceClient, 'principal'>, filter = {}) {
  return (await world.service(Conversations).find(client.principal, { limit: 10, ...filter })).records
}

async function keyOf(world: ServiceWorld, client: ServiceClient, contact: string): Promise<ConversationKey> {
  const found = (await list(world, client)).find((record) => record.contact === contact)
  return { channelId: (found as ConversationRecord).channelId, contact }
}

const textOf = (entry: ConversationEntry) => (entry.kind === 'incoming' ? `< ${entry.text}` : `> ${entry.message.text}`)

const contactsOf = (records: readonly ConversationRecord[]) => records.map(({ contact }) => contact)

export const conversationCases: readonly ServiceCase[] = [
  {
    name: 'who wrote last comes first, with what was written last and how much is unread',
    async run(world, client) {
      const at = world.now() - 5_000
      await receive(world, client, ANNA, 'one', { at: at - 2_000 })
      await receive(world, client, BEN, 'two', { at: at - 1_000 })
      const last = await receive(world, client, ANNA, 'three', { at })
      const [anna, ben, ...others] = await list(world, client)
      const { channelId, ...record } = anna as ConversationRecord
      assert.equal(typeof channelId, 'number')
      assert.deepEqual(record, {
        contact: ANNA,
        channel: client.address,
        mobile: ANNA,
        name: '',
        isOptedOut: false,
        unread: 2,
        lastIncoming: { incomingId: last, text: 'three', encoding: 'gsm', at: new Date(at) },
        lastOutgoing: null,
        handling: { assignee: null, isDone: false, snoozedUntil: null, changedBy: null, answering: [] },
      })
      assert.deepEqual([ben?.contact, ben?.unread, others], [BEN, 1, []])
    },
  },
  {
    name: 'it says what the phonebook knows of the contact',
    async run(world, client) {
      await receive(world, client, ANNA, 'hello')
      const contacts = world.service(Contacts)
      await contacts.save(client.principal, [{ mobile: ANNA, name: 'Anna Botha', status: 'opted-out' }])
      const record = await world.service(Conversations).get(client.principal, await keyOf(world, client, ANNA))
      assert.deepEqual([record?.name, record?.isOptedOut], ['Anna Botha', true])
    },
  },
  {
    name: 'both sides stand in the order of time, and it is told who answered',
    async run(world, client) {
      await receive(world, client, ANNA, 'question', { at: world.now() - 1_000 })
      await submit(world, client, { to: [ANNA], text: 'answer' })
      await submit(world, client, { to: [BEN], text: 'to another' })
      const key = await keyOf(world, client, ANNA)
      const { get, entries } = world.service(Conversations)
      const page = await entries(client.principal, key, { limit: 10 })
      assert.deepEqual(page.entries.map(textOf), ['> answer', '< question'])
      assert.equal(page.next, undefined)
      const [answer] = page.entries
      assert.equal(answer?.kind === 'outgoing' && answer.sentBy, client.principal.email)
      const { lastOutgoing } = (await get(client.principal, key)) as ConversationRecord
      assert.deepEqual([lastOutgoing?.text, lastOutgoing?.sentBy], ['answer', client.principal.email])
    },
  },
  {
    name: 'page by page each entry is shown once',
    async run(world, client) {
      const start = world.now() - 60_000
      for (const n of [1, 2, 3]) await receive(world, client, ANNA, `in ${n}`, { at: start + n * 1_000 })
      for (const n of [1, 2]) await submit(world, client, { to: [ANNA], text: `out ${n}` })
      const key = await keyOf(world, client, ANNA)
      const shown: string[] = []
      let before: string | undefined
      do {
        const page = await world.service(Conversations).entries(client.principal, key, { limit: 2, before })
        shown.push(...page.entries.map(textOf))
        before = page.next
      } while (before !== undefined)
      assert.deepEqual(shown, ['> out 2', '> out 1', '< in 3', '< in 2', '< in 1'])
    },
  },
  {
    name: 'what was read is unread no more, whatever API clients have fetched',
    async run(world, client) {
      const { countUnread, markRead } = world.service(Conversations)
      const first = await receive(world, client, ANNA, 'one')
      const second = await receive(world, client, ANNA, 'two')
      await receive(world, client, BEN, 'three')
      const fetched = await world.service(IncomingMessages).lend(client.principal, { limit: 2 })
      await fetched.settle(true)
      assert.deepEqual(
        fetched.records.map(({ incomingId }) => incomingId),
        [first, second],
      )
      assert.equal(await countUnread(client.principal), 2)
      const key = await keyOf(world, client, ANNA)
      await markRead(client.principal, key, first)
      assert.equal(await countUnread(client.principal), 2)
      await markRead(client.principal, key, second)
      assert.equal(await countUnread(client.principal), 1)
      assert.deepEqual(contactsOf(await list(world, client, { isUnread: true })), [BEN])
      const { records } = await world.service(IncomingMessages).find(client.principal, { limit: 10, isRead: false })
      assert.deepEqual(
        records.map(({ text }) => text),
        ['three'],
      )
      await receive(world, client, ANNA, 'four')
      assert.deepEqual((await list(world, client))[0]?.unread, 1)
    },
  },
  {
    name: 'a number is found by how it begins, in local form too, and pages lead to the end',
    async run(world, client) {
      await receive(world, client, ANNA, 'one')
      await receive(world, client, '27609990001', 'two')
      await receive(world, client, BEN, 'three')
      assert.deepEqual(contactsOf(await list(world, client, { number: '082 111' })), [BEN, ANNA])
      const { find } = world.service(Conversations)
      const first = await find(client.principal, { limit: 2 })
      const second = await find(client.principal, { limit: 2, before: first.next })
      assert.deepEqual(contactsOf([...first.records, ...second.records]), [BEN, '27609990001', ANNA])
      assert.equal(second.next, undefined)
    },
  },
  {
    name: 'a contact is found by how any word of its name begins, whoever else has such a name',
    async run(world, client) {
      const { save, remove } = world.service(Contacts)
      await save(client.principal, [
        { mobile: ANNA, name: 'Ánna  Botha' },
        { mobile: BEN, name: 'Anna-Lena' },
        { mobile: '27609990002', name: 'Anna never wrote' },
      ])
      const other = await world.addClient()
      await save(other.principal, [{ mobile: '27609990001', name: 'Anna of another client' }])
      await receive(world, client, ANNA, 'one')
      await receive(world, client, '27609990001', 'two')
      await receive(world, client, BEN, 'three')
      await receive(world, client, 'ANNA', 'no number')
      const rows: readonly (readonly [filter: object, contacts: readonly string[]])[] = [
        [{ name: 'anna' }, [BEN, ANNA]],
        [{ name: ' ANNA b' }, [ANNA]],
        [{ name: 'botha' }, [ANNA]],
        [{ name: 'bot ann' }, [ANNA]],
        [{ name: 'otha' }, []],
        [{ name: 'anna', number: ANNA }, [ANNA]],
        [{ name: '', number: '060' }, ['27609990001']],
        [{ name: 'anna', isUnread: true }, [BEN, ANNA]],
      ]
      for (const [filter, contacts] of rows)
        assert.deepEqual(contactsOf(await list(world, client, filter)), contacts, JSON.stringify(filter))
      const { find } = world.service(Conversations)
      const first = await find(client.principal, { name: 'anna', limit: 1 })
      const second = await find(client.principal, { name: 'anna', limit: 1, before: first.next })
      assert.deepEqual(contactsOf([...first.records, ...second.records]), [BEN, ANNA])
      assert.equal(second.next, undefined)
      await remove(client.principal, [BEN])
      assert.deepEqual(contactsOf(await list(world, client, { name: 'anna' })), [ANNA])
    },
  },
  {
    name: 'an SMS that opted its contact out says so',
    async run(world, client) {
      const incomingId = await receive(world, client, ANNA, 'please no more')
      const source = { kind: 'sms', incomingSmsId: incomingId } as const
      await world.service(Subscriptions).set(client.principal.clientId, ANNA, 'opted-out', source)
      await receive(world, client, ANNA, 'thank you')
      const key = await keyOf(world, client, ANNA)
      const { entries } = await world.service(Conversations).entries(client.principal, key, { limit: 10 })
      const keywords = entries.flatMap((entry) => (entry.kind === 'incoming' ? [[entry.text, entry.keyword]] : []))
      assert.deepEqual(
        keywords.toSorted(),
        [
          ['please no more', 'opted-out'],
          ['thank you', null],
        ].toSorted(),
      )
    },
  },
  {
    name: 'a sender that is no number cannot be answered',
    async run(world, client) {
      await receive(world, client, 'BANK', 'your statement')
      const [record] = await list(world, client)
      assert.deepEqual([record?.contact, record?.mobile], ['BANK', null])
      const page = await world
        .service(Conversations)
        .entries(client.principal, record as ConversationRecord, { limit: 10 })
      assert.deepEqual(page.entries.map(textOf), ['< your statement'])
    },
  },
  {
    name: 'another client sees nothing of it, and cannot mark it',
    async run(world, client) {
      const other = await world.addClient()
      const incomingId = await receive(world, client, ANNA, 'hello')
      await submit(world, client, { to: [ANNA], text: 'answer' })
      const key = await keyOf(world, client, ANNA)
      const { countUnread, entries, get, markRead } = world.service(Conversations)
      assert.deepEqual(await list(world, other), [])
      assert.equal(await get(other.principal, key), undefined)
      assert.deepEqual(await entries(other.principal, key, { limit: 10 }), { entries: [], next: undefined })
      await markRead(other.principal, key, incomingId)
      assert.deepEqual([await countUnread(other.principal), await countUnread(client.principal)], [0, 1])
    },
  },
  {
    name: 'a user with a channel of its own sees the conversations of that one alone',
    async run(world, client) {
      const number = `2784${client.address.slice(-7)}`
      const channelId = await world.addChannel(client.principal.clientId, { number, default: false })
      const principal = await world.addUser(client.principal.clientId, { channelId })
      const toOther = await receive(world, client, ANNA, 'to the other')
      await receive(world, client, ANNA, 'to the own', { to: number })
      const own = await list(world, { principal })
      assert.deepEqual(
        own.map(({ lastIncoming }) => lastIncoming.text),
        ['to the own'],
      )
      const other = (await list(world, client)).find(({ channel }) => channel === client.address) as ConversationRecord
      const { countUnread, entries, get, markRead } = world.service(Conversations)
      assert.equal(await get(principal, other), undefined)
      assert.deepEqual((await entries(principal, other, { limit: 10 })).entries, [])
      await markRead(principal, other, toOther)
      assert.deepEqual([await countUnread(principal), await countUnread(client.principal)], [1, 2])
    },
  },
]
