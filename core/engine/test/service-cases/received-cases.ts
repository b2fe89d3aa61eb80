import assert from 'node:assert/strict'
import { type Principal, type ReceivedFilter, ReceivedMessages } from '@heliograph/contracts'
import type { ServiceCase, ServiceWorld } from '../../../testkit/src/services/service-world.ts'
import { receive } from './conversation-cases.ts'

const ANNA = '27821112241'
const BEN = '27821112242'

type Conditions = Omit<ReceivedFilter, 'limit'>

async function texts(world: ServiceWorld, principal: Principal, filter: Conditions = {}): Promise<readonly string[]> {
  const { records } = await world.service(ReceivedMessages).find(principal, { limit: 10, ...filter })
  return records.map(({ text }) => text)
}

export const receivedCases: readonly ServiceCase[] = [
  {
    name: 'incoming SMS are found by who sent them, by their text and time and by their number, newest first',
    async run(world, client) {
      const at = world.now() - 60_000
      const first = await receive(world, client, ANNA, 'Where is my PARCEL?', { at })
      await receive(world, client, BEN, 'Thank you', { at: at + 10_000 })
      await receive(world, client, ANNA, 'It has come', { at: at + 20_000 })
      const rows: readonly (readonly [Conditions, readonly string[]])[] = [
        [{}, ['It has come', 'Thank you', 'Where is my PARCEL?']],
        [{ from: ANNA }, ['It has come', 'Where is my PARCEL?']],
        [{ from: '2782' }, []],
        [{ text: 'parcel' }, ['Where is my PARCEL?']],
        [{ text: '%' }, []],
        [{ to: client.address, since: new Date(at + 10_000) }, ['It has come', 'Thank you']],
        [{ until: new Date(at + 10_000) }, ['Where is my PARCEL?']],
        [{ to: '27800000000' }, []],
        [{ incomingId: first }, ['Where is my PARCEL?']],
        [{ incomingId: first, from: BEN }, []],
      ]
      for (const [filter, expected] of rows)
        assert.deepEqual(await texts(world, client.principal, filter), expected, JSON.stringify(filter))
    },
  },
  {
    name: 'page by page each of them is found once',
    async run(world, client) {
      for (const text of ['one', 'two', 'three']) await receive(world, client, ANNA, text)
      for (const conditions of [{}, { from: ANNA }]) {
        const found: string[] = []
        let before: number | undefined
        do {
          const page = await world.service(ReceivedMessages).find(client.principal, { ...conditions, limit: 2, before })
          found.push(...page.records.map(({ text }) => text))
          before = page.next
        } while (before !== undefined)
        assert.deepEqual(found, ['three', 'two', 'one'])
      }
    },
  },
  {
    name: 'another client finds none, a user with one channel those of that one, an operator those of all clients',
    async run(world, client) {
      const { clientId } = client.principal
      const number = `2785${client.address.slice(-7)}`
      const channelId = await world.addChannel(clientId, { number, default: false })
      const own = await world.addUser(clientId, { channelId })
      const other = await world.addClient()
      const operator = await world.addUser(other.principal.clientId, { role: 'operator' })
      const text = `to the own channel of ${clientId}`
      await receive(world, client, ANNA, text, { to: number })
      await receive(world, client, ANNA, 'to the other')
      assert.deepEqual(await texts(world, own), [text])
      assert.deepEqual(await texts(world, other.principal), [])
      assert.deepEqual(await texts(world, operator), [])
      assert.deepEqual(await texts(world, operator, { allClients: true, text }), [text])
      await assert.rejects(texts(world, other.principal, { allClients: true }), { code: 'not-allowed' })
    },
  },
]
