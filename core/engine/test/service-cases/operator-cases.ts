import assert from 'node:assert/strict'
import {
  AuditLog,
  type HoldScope,
  Holds,
  Links,
  Network,
  type Principal,
  Routing,
  UnknownOutcomes,
  Unmatched,
  Waiting,
} from '@heliograph/contracts'
import { TO } from '../../../testkit/src/services/requests.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from '../../../testkit/src/services/service-world.ts'

/** The link that takes messages to the network. */
const LINK = 'net/main'

/** A route that everything goes by; each case lets it go. */
const HELD: HoldScope = { kind: 'route', name: 'default' }

const operatorOf = (world: ServiceWorld, { principal }: ServiceClient) =>
  world.addUser(principal.clientId, { role: 'operator' })

/** Everything that only operators may do. */
const FOR_OPERATORS: readonly (readonly [string, (world: ServiceWorld, who: Principal) => Promise<unknown>])[] = [
  ['list links', (world, who) => world.service(Links).list(who)],
  ['pause a link', (world, who) => world.service(Links).pause(who, LINK)],
  ['resume a link', (world, who) => world.service(Links).resume(who, LINK)],
  ['see the routing table', (world, who) => world.service(Routing).table(who)],
  ['explain a route', (world, who) => world.service(Routing).explain(who, { to: TO, clientId: who.clientId })],
  [
    'ask why what would be sent waits',
    (world, who) =>
      world.service(Waiting).ofRoute(who, { route: 'default', clientId: who.clientId, priority: 'NORMAL' }),
  ],
  ['see the queues', (world, who) => world.service(Waiting).queues(who)],
  ['see what is on hold', (world, who) => world.service(Holds).list(who)],
  ['hold sending', (world, who) => world.service(Holds).hold(who, HELD, '')],
  ['resume sending', (world, who) => world.service(Holds).resume(who, HELD)],
  ['count messages of unknown outcome', (world, who) => world.service(UnknownOutcomes).count(who, {})],
  ['list messages of unknown outcome', (world, who) => world.service(UnknownOutcomes).list(who, {}, 1)],
  ['decide about them', (world, who) => world.service(UnknownOutcomes).decide(who, { clientId: 1 }, 'sent')],
  ['see unmatched receipts', (world, who) => world.service(Unmatched).receipts(who, { limit: 1 })],
  ['see incoming SMS of nobody', (world, who) => world.service(Unmatched).incoming(who, { limit: 1 })],
]

const roleCases = FOR_OPERATORS.map(
  ([what, work]): ServiceCase => ({
    name: `only an operator may ${what}`,
    async run(world, client) {
      const admin = await world.addUser(client.principal.clientId, { role: 'admin' })
      for (const who of [client.principal, admin])
        await assert.rejects(work(world, who), { category: 'forbidden', code: 'not-allowed' })
      await work(world, await operatorOf(world, client))
    },
  }),
)

let lastNumber = 0
const freshNumber = () => `2786${String(++lastNumber).padStart(7, '0')}`

export const operatorCases: readonly ServiceCase[] = [
  ...roleCases,
  {
    name: 'a paused link tells since when and by whom, until it is resumed',
    async run(world, client) {
      const operator = await operatorOf(world, client)
      const { list, pause, resume } = world.service(Links)
      const pauseOf = async () => (await list(operator)).find(({ link }) => link === LINK)?.pause
      assert.equal(await pauseOf(), null)
      await pause(operator, LINK)
      const first = await pauseOf()
      assert.equal(first?.by, operator.email)
      assert.ok(Math.abs(first.at.getTime() - world.now()) < 60_000)
      await pause(await operatorOf(world, client), LINK)
      assert.deepEqual(await pauseOf(), first)
      await resume(operator, LINK)
      await resume(operator, LINK)
      assert.equal(await pauseOf(), null)
    },
  },
  {
    name: 'who paused a link and who resumed it is noted for operators, once for each',
    async run(world, client) {
      const operator = await operatorOf(world, client)
      const { pause, resume } = world.service(Links)
      for (const work of [pause, pause, resume, resume]) await work(operator, LINK)
      const { find } = world.service(AuditLog)
      const noted = async (who: Principal) =>
        (await find(who, { userId: operator.userId, limit: 10 })).records.map(({ clientId, action, subject }) => [
          clientId,
          action,
          subject,
        ])
      assert.deepEqual(await noted(operator), [
        [null, 'link-resumed', `link ${LINK}`],
        [null, 'link-paused', `link ${LINK}`],
      ])
      assert.deepEqual(await noted(await world.addUser(client.principal.clientId, { role: 'admin' })), [])
    },
  },
  {
    name: 'a link that nobody has is neither paused nor resumed',
    async run(world, client) {
      const operator = await operatorOf(world, client)
      const { pause, resume } = world.service(Links)
      for (const work of [pause, resume])
        await assert.rejects(work(operator, 'net/none'), { category: 'not-found', code: 'link-not-found' })
    },
  },
  {
    name: 'what is on hold is listed with the last reason, until it is resumed; both are noted once',
    async run(world, client) {
      const operator = await operatorOf(world, client)
      const { hold, list, resume } = world.service(Holds)
      const name = String(client.principal.clientId)
      const scope = { kind: 'client', name } as const
      await hold(operator, scope, 'first')
      await hold(operator, scope, 'x'.repeat(300))
      const own = async () => (await list(operator)).filter((each) => each.name === name)
      assert.deepEqual(
        (await own()).map(({ at, ...held }) => held),
        [{ ...scope, reason: 'x'.repeat(200) }],
      )
      for (let times = 2; times > 0; times -= 1) await resume(operator, scope)
      assert.deepEqual(await own(), [])
      const { records } = await world.service(AuditLog).find(operator, { userId: operator.userId, limit: 10 })
      assert.deepEqual(
        records.map(({ clientId, action, subject }) => [clientId, action, subject]),
        ['sending-resumed', 'sending-held'].map((action) => [client.principal.clientId, action, `client ${name}`]),
      )
    },
  },
  ...(
    [
      ['route', 'none', 'route-not-found'],
      ['client', '999999', 'client-not-found'],
      ['client', 'x', 'client-not-found'],
    ] as const
  ).map(
    ([kind, name, code]): ServiceCase => ({
      name: `${kind} ${name}, which nobody has, cannot be put on hold`,
      async run(world, client) {
        const holding = world.service(Holds).hold(await operatorOf(world, client), { kind, name }, '')
        await assert.rejects(holding, { category: 'not-found', code })
      },
    }),
  ),
  {
    name: 'a number is explained however it is written, with links that the table has',
    async run(world, client) {
      const operator = await operatorOf(world, client)
      const { explain, table } = world.service(Routing)
      const explained = await explain(operator, { to: '+27 82 111 0001', clientId: client.principal.clientId })
      assert.deepEqual([explained.to, explained.country, explained.route], [TO, 'ZA', 'default'])
      const { routes } = await table(operator)
      assert.deepEqual(routes.find(({ name }) => name === 'default')?.groups, explained.groups)
      assert.equal(explained.groups[0]?.[0]?.share, 1)
    },
  },
  {
    name: 'what is no number is not explained',
    async run(world, client) {
      const asking = world.service(Routing).explain(await operatorOf(world, client), { to: 'nobody', clientId: 1 })
      await assert.rejects(asking, { category: 'invalid', code: 'invalid-number' })
    },
  },
  {
    name: 'receipts that fit no message are shown newest first, page by page',
    async run(world, client) {
      const operator = await operatorOf(world, client)
      for (const networkId of ['lost-1', 'lost-2', 'lost-3'])
        await world.service(Network).receipt({
          carrier: 'net',
          link: 'main',
          networkId,
          to: TO,
          status: 'delivered',
          networkStatus: 'DELIVRD',
          errorId: null,
          doneAt: new Date(world.now()),
        })
      const { receipts } = world.service(Unmatched)
      const first = await receipts(operator, { limit: 2 })
      assert.deepEqual(
        first.records.map(({ networkId, link, to, networkStatus }) => [networkId, link, to, networkStatus]),
        ['lost-3', 'lost-2'].map((networkId) => [networkId, LINK, TO, 'DELIVRD']),
      )
      const second = await receipts(operator, { limit: 1, before: first.next })
      assert.equal(second.records[0]?.networkId, 'lost-1')
    },
  },
  {
    name: "incoming SMS to nobody's number are shown newest first, and no others",
    async run(world, client) {
      const operator = await operatorOf(world, client)
      const to = freshNumber()
      for (const [number, text] of [
        [to, 'first'],
        [client.address, 'not this one'],
        [to, '<b>second</b>'],
        [to, 'third'],
      ] as const)
        await world.service(Network).incoming({
          carrier: 'net',
          link: 'main',
          from: '27831234567',
          to: number,
          text,
          encoding: 'gsm',
          mayBeRepeated: false,
          receivedAt: new Date(world.now()),
        })
      const { incoming } = world.service(Unmatched)
      const first = await incoming(operator, { limit: 2 })
      assert.deepEqual(
        first.records.map(({ text, to: number, link }) => [text, number, link]),
        ['third', '<b>second</b>'].map((text) => [text, to, LINK]),
      )
      assert.equal((await incoming(operator, { limit: 1, before: first.next })).records[0]?.text, 'first')
    },
  },
]
