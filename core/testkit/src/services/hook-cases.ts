import assert from 'node:assert/strict'
import {
  type AcceptDecision,
  type Hooks,
  type MessageChanges,
  type MessageToRoute,
  PRIORITIES,
  type RequestToAccept,
  Segments,
} from '@heliograph/contracts'
import { recordOf, submit, submitOne, TO, TO_TOO } from './requests.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

type Accept = NonNullable<Hooks['beforeAccepting']>

/** Runs `work` while these hooks are asked. */
async function withHooks(
  world: ServiceWorld,
  hooks: Readonly<Record<string, Hooks>>,
  work: () => Promise<void>,
): Promise<void> {
  world.useHooks(new Map(Object.entries(hooks)))
  try {
    await work()
  } finally {
    world.useHooks(new Map())
  }
}

/** A hook that decides request by request. */
const deciding = (decide: (given: RequestToAccept) => AcceptDecision): Hooks => ({
  onFault: 'refuse',
  beforeAccepting: (given) => given.map(decide),
})

/** A hook that makes the same change of every message. */
const changing = (changes: MessageChanges): Hooks =>
  deciding(({ request }) => ({ messages: request.messages.map(() => changes) }))

const REFUSED = { category: 'forbidden', text: 'Not on Sundays' } as const

const FAULTS: readonly (readonly [what: string, answer: Accept])[] = [
  ['throws', () => assert.fail('a fault')],
  ['rejects', () => Promise.reject(new Error('a fault'))],
  ['answers for too few', () => []],
  ['answers nothing', () => undefined as never],
  ['answers what is no decision', (given) => given.map(() => 'no' as never)],
  ['changes too few messages', (given) => given.map(() => ({ messages: [] }))],
  ['has no such category', (given) => given.map(() => ({ refuse: { category: 'internal' as never, text: 'x' } }))],
  ['refuses without a text', (given) => given.map(() => ({ refuse: { category: 'forbidden', text: '' } }))],
  ['names no route', (given) => given.map(() => ({ messages: [{ route: '' }] }))],
  ['has no price', (given) => given.map(() => ({ messages: [{ pricePerPart: '1e3' }] }))],
]

async function assertUntouched(world: ServiceWorld, client: ServiceClient, credit: string): Promise<void> {
  assert.equal(await world.creditOf(client.principal.clientId), credit)
}

export const hookCases: readonly ServiceCase[] = [
  {
    name: 'a refusal is that of the whole request, with its category and text',
    client: { credit: '1' },
    async run(world, client) {
      const refusing = deciding(({ request }) =>
        request.messages.some(({ text }) => text === 'no') ? { refuse: REFUSED } : undefined,
      )
      await withHooks(world, { refusing }, async () => {
        const error = { category: 'forbidden', code: 'refused-by-hook', publicMessage: 'Not on Sundays' }
        await assert.rejects(submit(world, client, [{}, { text: 'no' }]), error)
        await assertUntouched(world, client, '1.000000')
        await submitOne(world, client)
      })
      await assertUntouched(world, client, '0.950000')
    },
  },
  {
    name: 'a hook is told who sends what, as it came',
    async run(world, client) {
      const reported: RequestToAccept[] = []
      const watching = deciding((given) => void reported.push(given))
      await withHooks(world, { watching }, async () => {
        await submit(world, client, { to: ['+27 82 111 0001'], from: 'any', metadata: { a: 1 } })
      })
      const [{ principal, request } = assert.fail()] = reported
      assert.deepEqual(principal, client.principal)
      const [message] = request.messages
      assert.deepEqual([message?.from, message?.metadata, request.origin], ['any', { a: 1 }, 'suite'])
      assert.deepEqual(
        message?.destinations.map(({ to }) => to),
        ['+27 82 111 0001'],
      )
    },
  },
  {
    name: 'sender, route and price are changed, each for its message',
    client: { credit: '1' },
    async run(world, client) {
      await world.addChannel(client.principal.clientId, { sender: 'OTHER' })
      const hooks = deciding(() => ({
        messages: [{ from: 'OTHER' }, { route: 'network' }, { pricePerPart: '0.0123' }, undefined],
      }))
      await withHooks(world, { hooks }, async () => {
        const { entries } = await submit(world, client, [{}, {}, { text: 'x'.repeat(161) }, {}])
        const ids = entries.map(({ smsId }) => smsId)
        const records = await Promise.all(ids.map((smsId) => recordOf(world, client, smsId)))
        const own = client.address
        assert.deepEqual(
          records.map((record) => record?.from),
          ['OTHER', own, own, own],
        )
        assert.deepEqual(await Promise.all(ids.map(world.routeOf)), ['default', 'network', 'default', 'default'])
        const prices = records.map((record) => Number(record?.price.amount))
        assert.deepEqual(prices, [0.05, 0.05, 0.0246, 0.05])
      })
      await assertUntouched(world, client, '0.825400')
    },
  },
  {
    name: 'a price of nothing is one, and needs no credit',
    client: { credit: '0' },
    async run(world, client) {
      await assert.rejects(submit(world, client), { code: 'no-credit' })
      await withHooks(world, { free: changing({ pricePerPart: '0' }) }, async () => {
        const record = await recordOf(world, client, await submitOne(world, client))
        assert.equal(Number(record?.price.amount), 0)
      })
      await assertUntouched(world, client, '0.000000')
    },
  },
  {
    name: 'they are asked by number, then by name; each sees what was changed before, and the last counts',
    async run(world, client) {
      const { clientId } = client.principal
      for (const sender of ['AAA', 'BBB', 'CCC']) await world.addChannel(clientId, { sender })
      const seen: string[] = []
      const naming = (from: string, order?: number): Hooks => ({
        onFault: 'refuse',
        order,
        beforeAccepting(given) {
          seen.push(`${given[0]?.request.messages[0]?.from}>${from}`)
          return given.map(() => ({ messages: [{ from }] }))
        },
      })
      const hooks = { b: naming('BBB'), a: naming('AAA'), last: naming('CCC', 101), first: naming('DDD', 1) }
      await withHooks(world, hooks, async () => {
        const record = await recordOf(world, client, await submitOne(world, client, { from: 'mine' }))
        assert.deepEqual(seen, ['mine>DDD', 'DDD>AAA', 'AAA>BBB', 'BBB>CCC'])
        assert.equal(record?.from, 'CCC')
      })
    },
  },
  {
    name: 'none is asked about a request that one before has refused',
    async run(world, client) {
      const asked: RequestToAccept[] = []
      const hooks = { a: deciding(() => ({ refuse: REFUSED })), b: deciding((given) => void asked.push(given)) }
      await withHooks(world, hooks, () => assert.rejects(submit(world, client), { code: 'refused-by-hook' }))
      assert.deepEqual(asked, [])
    },
  },
  ...FAULTS.map(
    ([what, beforeAccepting]): ServiceCase => ({
      name: `one that ${what} refuses, or lets pass, as it says`,
      client: { credit: '1' },
      async run(world, client) {
        await withHooks(world, { bad: { onFault: 'refuse', beforeAccepting } }, () =>
          assert.rejects(submit(world, client), { category: 'unavailable', code: 'hook-failed' }),
        )
        await assertUntouched(world, client, '1.000000')
        await withHooks(world, { bad: { onFault: 'pass', beforeAccepting } }, async () => {
          await submitOne(world, client)
        })
        await assertUntouched(world, client, '0.950000')
      },
    }),
  ),
  {
    name: 'routes are chosen message by message, of those that have passed their checks',
    async run(world, client) {
      const reported: MessageToRoute[] = []
      const routing: Hooks = {
        onFault: 'refuse',
        beforeRouting(messages) {
          reported.push(...messages)
          return messages.map(({ to }) => (to === TO_TOO ? 'network' : undefined))
        },
      }
      await withHooks(world, { routing }, async () => {
        const to = ['nobody', `+${TO}`, TO_TOO]
        const { entries } = await submit(world, client, { to, text: 'x'.repeat(161) }, { priority: PRIORITIES.LOW })
        const [, ...ids] = entries.map(({ smsId }) => smsId)
        assert.deepEqual(await Promise.all(ids.map(world.routeOf)), ['default', 'network'])
      })
      const { clientId } = client.principal
      const facts = { clientId, origin: 'suite', from: client.address, parts: 2, priority: 30, route: 'default' }
      assert.deepEqual(reported, [
        { ...facts, to: TO },
        { ...facts, to: TO_TOO },
      ])
    },
  },
  {
    name: 'a route that was chosen before accepting is not asked for again',
    async run(world, client) {
      const hooks = { ...changing({ route: 'network' }), beforeRouting: () => assert.fail() }
      await withHooks(world, { hooks }, async () => {
        assert.equal(await world.routeOf(await submitOne(world, client)), 'network')
      })
    },
  },
  {
    name: 'one that cannot choose routes refuses, or lets pass, as it says',
    async run(world, client) {
      const beforeRouting = () => []
      await withHooks(world, { bad: { onFault: 'refuse', beforeRouting } }, () =>
        assert.rejects(submit(world, client), { code: 'hook-failed' }),
      )
      await withHooks(world, { bad: { onFault: 'pass', beforeRouting } }, async () => {
        assert.equal(await world.routeOf(await submitOne(world, client)), 'default')
      })
    },
  },
  {
    name: 'a segment is asked about by itself, and may be refused',
    async run(world, client) {
      const segment = {
        origin: 'suite',
        priority: PRIORITIES.HIGH,
        to: TO,
        reference: 9,
        total: 2,
        encoding: 'gsm' as const,
        userDataHeader: '0003090201',
        flash: false,
      }
      const refusing = deciding(({ request }) => (request.messages[0]?.text === 'no' ? { refuse: REFUSED } : undefined))
      await withHooks(world, { refusing }, async () => {
        const add = (part: number, text: string) =>
          world.service(Segments).add(client.principal, { ...segment, part, text })
        await add(1, 'yes')
        await assert.rejects(add(2, 'no'), { category: 'forbidden', code: 'refused-by-hook' })
      })
    },
  },
]
