import assert from 'node:assert/strict'
import { type IncomingFilter, IncomingMessages, Network } from '@heliograph/contracts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

const TEXTS = ['first', 'second', 'third'] as const
type Text = (typeof TEXTS)[number]

/** Three incoming SMS, from an hour ago, half an hour ago and now; the second has been read. */
async function receive(world: ServiceWorld, client: ServiceClient): Promise<readonly number[]> {
  const ids: number[] = []
  for (const [index, text] of TEXTS.entries())
    ids.push(await receiveOne(world, client.address, text, world.now() - (2 - index) * 1_800_000))
  const second = await world.service(IncomingMessages).lend(client.principal, { limit: 1, after: ids[0] })
  await second.settle(true)
  return ids
}

async function receiveOne(world: ServiceWorld, to: string, text: string, at = world.now()): Promise<number> {
  const { incomingId } = await world.service(Network).incoming({
    carrier: 'net',
    link: 'main',
    from: '27831234567',
    to,
    text,
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt: new Date(at),
  })
  return incomingId as number
}

type Filter = Omit<IncomingFilter, 'limit' | 'since' | 'after'> & {
  readonly limit?: number
  readonly sinceMinutes?: number
  /** The SMS after which the page begins. */
  readonly behind?: Text
}

const FILTERS: readonly (readonly [string, Filter, readonly Text[]])[] = [
  ['no filter gives the oldest first', {}, TEXTS],
  ['unread ones', { isRead: false }, ['first', 'third']],
  ['read ones', { isRead: true }, ['second']],
  ['a limit cuts the newest off', { limit: 2 }, ['first', 'second']],
  ['since', { sinceMinutes: 45 }, ['second', 'third']],
  ['unread ones since', { isRead: false, sinceMinutes: 45 }, ['third']],
  ['behind another', { behind: 'first' }, ['second', 'third']],
  ['behind the last', { behind: 'third' }, []],
]

export const incomingCases: readonly ServiceCase[] = [
  ...FILTERS.map(
    ([name, { sinceMinutes, behind, ...filter }, expected]): ServiceCase => ({
      name,
      async run(world, client) {
        const ids = await receive(world, client)
        const since = sinceMinutes === undefined ? undefined : new Date(world.now() - sinceMinutes * 60_000)
        const after = behind === undefined ? undefined : ids[TEXTS.indexOf(behind)]
        const page = await world
          .service(IncomingMessages)
          .find(client.principal, { limit: 10, ...filter, since, after })
        assert.deepEqual(
          page.records.map(({ text }) => text),
          expected,
        )
      },
    }),
  ),
  {
    name: 'a record says all there is to say',
    async run(world, client) {
      const at = world.now() - 1_000
      const incomingId = await receiveOne(world, client.address, 'héllo', at)
      const { records } = await world.service(IncomingMessages).find(client.principal, { limit: 1 })
      const [{ channelId, ...record }] = records as [(typeof records)[0]]
      assert.equal(typeof channelId, 'number')
      assert.deepEqual(record, {
        incomingId,
        from: '27831234567',
        to: client.address,
        text: 'héllo',
        encoding: 'gsm',
        isRead: false,
        receivedAt: new Date(at),
      })
    },
  },
  {
    name: 'page by page each is shown once',
    async run(world, client) {
      await receive(world, client)
      const { find } = world.service(IncomingMessages)
      const first = await find(client.principal, { limit: 2 })
      const second = await find(client.principal, { limit: 2, after: first.next })
      assert.deepEqual(
        [...first.records, ...second.records].map(({ text }) => text),
        TEXTS,
      )
      assert.equal(second.next, undefined)
    },
  },
  {
    name: 'a second call gets nothing of what the first was lent, before and after that has ended well',
    async run(world, client) {
      const service = world.service(IncomingMessages)
      await receive(world, client)
      const lend = (limit: number) => service.lend(client.principal, { limit })
      const textsOf = ({ records }: Awaited<ReturnType<typeof lend>>) => records.map(({ text }) => text)
      const first = await lend(1)
      const second = await lend(10)
      assert.deepEqual([textsOf(first), textsOf(second), textsOf(await lend(10))], [['first'], ['third'], []])
      await first.settle(true)
      await second.settle(true)
      assert.deepEqual(textsOf(await lend(10)), [])
    },
  },
  {
    name: 'what a client did not get is unread again',
    async run(world, client) {
      const service = world.service(IncomingMessages)
      await receive(world, client)
      await (await service.lend(client.principal, { limit: 10 })).settle(false)
      const { records } = await service.lend(client.principal, { limit: 10 })
      assert.deepEqual(
        records.map(({ text, isRead }) => `${text} ${isRead}`),
        ['first false', 'third false'],
      )
    },
  },
  {
    name: 'another client sees nothing of it, and cannot fetch it',
    async run(world, client) {
      const other = await world.addClient()
      await receive(world, client)
      const { find, lend } = world.service(IncomingMessages)
      assert.deepEqual(await find(other.principal, { limit: 10 }), { records: [], next: undefined })
      const { records, next } = await lend(other.principal, { limit: 10 })
      assert.deepEqual({ records, next }, { records: [], next: undefined })
      assert.equal((await find(client.principal, { limit: 10, isRead: false })).records.length, 2)
    },
  },
  {
    name: 'a user with a channel of its own sees that one alone',
    async run(world, client) {
      const number = `2784${client.address.slice(-7)}`
      const channelId = await world.addChannel(client.principal.clientId, { number, default: false })
      const user = await world.addUser(client.principal.clientId, { channelId })
      await receiveOne(world, client.address, 'to the other')
      const own = await receiveOne(world, number, 'to the own')
      const { find, lend } = world.service(IncomingMessages)
      const textsOf = async (principal: ServiceClient['principal']) =>
        (await find(principal, { limit: 10 })).records.map(({ text }) => text)
      assert.deepEqual(await textsOf(user), ['to the own'])
      assert.deepEqual(await textsOf(client.principal), ['to the other', 'to the own'])
      await (await lend(user, { limit: 10 })).settle(true)
      assert.equal((await find(client.principal, { limit: 10, isRead: true })).records[0]?.incomingId, own)
    },
  },
]
