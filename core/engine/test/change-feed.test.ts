import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  ChangeFeed,
  type ChangeSubject,
  Holds,
  type Principal,
  Schedules,
  TeamInbox,
  Uploads,
} from '@heliograph/contracts'
import { type Harness, startEngine, waitUntil } from './support/engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

const TO = '27831110000'

describe('the feed of changes', () => {
  let node: Harness
  /** Another node, without a link: what it changes is told by the first one. */
  let other: Harness
  let stranger: Principal
  before(async () => {
    const carriers = new Map([['net', carrierOf(new FakeLink())]])
    node = await startEngine({ carriers, settings: { routes: { default: { links: ['net/main'] } } } })
    other = await startEngine({ joinTo: node, carriers: new Map(), roles: [] })
    stranger = await node.addClient()
  })
  after(() => node.close())

  const feed = () => find(node.engine.services, ChangeFeed)

  /** What `subject` is told while `change` runs: until the client is, and to another client. */
  async function reported(subject: ChangeSubject, change: () => Promise<unknown>): Promise<readonly string[]> {
    const heard: string[] = []
    const note = (who: string) => () => void heard.push(who)
    const stops = [
      await feed().follow(node.principal, subject, {}, note('own')),
      await feed().follow(stranger, subject, {}, note('stranger')),
    ]
    await change()
    await waitUntil(() => heard.includes('own'), `${subject} are told`)
    for (const stop of stops) stop()
    return [...new Set(heard)]
  }

  const submit = async (on: Harness, sendAt?: Date) => (await on.submit({ to: TO, sendAt })).entries[0]?.smsId as number
  const later = () => new Date(Date.now() + 3_600_000)
  let address = ''

  const rows: readonly { readonly name: string; readonly subject: ChangeSubject; run(): Promise<unknown> }[] = [
    { name: 'a message that another node accepts', subject: 'messages', run: () => submit(other, later()) },
    {
      name: 'a message that a command accepts',
      subject: 'messages',
      async run() {
        const command = await startEngine({ joinTo: node, roles: [] })
        await submit(command, later())
        await command.close()
      },
    },
    { name: 'a message that goes out', subject: 'messages', run: () => submit(node) },
    {
      name: 'a receipt',
      subject: 'messages',
      async run() {
        const smsId = await submit(node)
        await node.until(async () => (await node.stateOf(smsId)) === 'submitted', 'it is with the network')
        const receipt = { carrier: 'net', link: 'main', networkId: networkIdOf(smsId, 1, 1), to: TO } as const
        const report = { doneAt: new Date(), status: 'delivered', networkStatus: 'DELIVRD', errorId: null } as const
        await node.engine.network.receipt({ ...receipt, ...report })
      },
    },
    {
      name: 'a bulk that is moved',
      subject: 'uploads',
      async run() {
        const { bulkId } = await other.submit({ to: [TO, '27831110001'], sendAt: later() })
        await find(other.engine.services, Schedules).reschedule(node.principal, bulkId as string, later())
      },
    },
    {
      name: 'an upload on another node',
      subject: 'uploads',
      run: () => find(other.engine.services, Uploads).create(node.principal, { name: 'list.csv', octets: 10 }),
    },
    {
      name: 'an incoming SMS',
      subject: 'conversations',
      run: () =>
        node.engine.network.incoming({
          carrier: 'net',
          link: 'main',
          from: TO,
          to: address,
          text: 'hello',
          encoding: 'gsm',
          receivedAt: new Date(),
          mayBeRepeated: false,
        }),
    },
    {
      name: 'what a colleague does on another node',
      subject: 'conversations',
      async run() {
        const [row] = await node.engine.sql<{ channelId: number }[]>`select channel_id as "channelId" from conversation`
        const key = { channelId: row?.channelId as number, contact: TO }
        await find(other.engine.services, TeamInbox).addNote(node.principal, key, 'noted')
      },
    },
    {
      name: 'a webhook',
      subject: 'webhooks',
      async run() {
        await node.engine.sql`
          update channel set dlr_url = 'https://acme.test/receipts' where client_id = ${node.principal.clientId}`
        const { bulkId } = await other.submit({ to: [TO, '27831110001'], sendAt: later() })
        await find(other.engine.services, Schedules).cancel(node.principal, bulkId as string)
      },
    },
    {
      name: 'a request of a program',
      subject: 'requests',
      async run() {
        node.engine.requestNotes.add({
          clientId: node.principal.clientId,
          at: Date.now(),
          write: () => ({
            requestId: 'r-1',
            instanceId: 'v2',
            userId: 1,
            keyId: null,
            method: 'GET',
            path: '/',
            query: '',
            body: null,
            answer: null,
            status: 200,
            error: null,
            elapsedMs: 1,
          }),
        })
      },
    },
  ]

  before(async () => {
    const [row] = await node.engine.sql<{ address: string }[]>`
      select address from channel where client_id = ${node.principal.clientId}`
    address = row?.address as string
  })

  for (const { name, subject, run } of rows)
    it(`tells of ${name}, and its client alone`, async () => {
      assert.deepEqual(await reported(subject, run), ['own'])
    })

  it('tells of a snoozed conversation that comes back by itself', async () => {
    const { clientId } = node.principal
    await node.engine.sql`
      update conversation set snoozed_until = now() + interval '300 milliseconds' where client_id = ${clientId}`
    assert.deepEqual(await reported('conversations', async () => {}), ['own'])
  })

  it('tells a user of its own channel alone, and an operator of every client', async () => {
    const { clientId, userId } = node.principal
    const { channelId } = await node.engine.provisioning.addChannel({ clientId, number: '27829990000' })
    const user = { ...node.principal, role: 'user' } as const
    await node.engine.sql`update app_user set role = 'user', channel_id = ${channelId} where user_id = ${userId}`
    node.forgetAccounts()
    const heard: string[] = []
    const stops = [
      await feed().follow(user, 'messages', {}, () => heard.push('user')),
      await feed().follow({ ...stranger, role: 'operator' }, 'messages', { everyClient: true }, () =>
        heard.push('all'),
      ),
    ]
    const send = (from: string) => node.submit({ from, to: TO, sendAt: later() })
    await send(address)
    await waitUntil(() => heard.includes('all'), 'the operator is told')
    assert.deepEqual([...new Set(heard)], ['all'])
    await send('27829990000')
    await waitUntil(() => heard.includes('user'), 'the user is told')
    for (const stop of stops) stop()
  })

  it('tells nobody but operators of messages of unknown outcome, and users of no alerts', async () => {
    const heard: string[] = []
    const note = (who: string) => () => void heard.push(who)
    await feed().follow(stranger, 'unknown', {}, note('client'))
    await feed().follow({ ...stranger, role: 'user' }, 'alerts', {}, note('user'))
    const stop = await feed().follow(
      { ...stranger, role: 'operator' },
      'unknown',
      { everyClient: true },
      note('operator'),
    )
    await node.engine.sql`select pg_notify('heliograph', 'changed unknown all')`
    await node.engine.sql`select pg_notify('heliograph', ${`changed alerts ${stranger.clientId}`})`
    await waitUntil(() => heard.includes('operator'), 'the operator is told')
    stop()
    assert.deepEqual(heard, ['operator'])
  })

  it('tells everyone of holds on another node, and operators alone of nodes that live', async () => {
    const operator = { ...stranger, role: 'operator' } as const
    const heard: string[] = []
    const stops = []
    for (const subject of ['deployment', 'heartbeats'] as const) {
      stops.push(await feed().follow(operator, subject, { everyClient: true }, () => heard.push(subject)))
      stops.push(await feed().follow(stranger, subject, {}, () => heard.push(`client: ${subject}`)))
    }
    const holds = find(other.engine.services, Holds)
    const scope = { kind: 'client', name: String(stranger.clientId) } as const
    await holds.hold(operator, scope, '')
    await waitUntil(() => heard.includes('deployment'), 'the hold is told to operators')
    await waitUntil(() => heard.includes('client: deployment'), 'the hold is told to clients')
    await waitUntil(() => heard.includes('heartbeats'), 'a heartbeat is told')
    for (const stop of stops) stop()
    await holds.resume(operator, scope)
    assert.deepEqual([...new Set(heard)].sort(), ['client: deployment', 'deployment', 'heartbeats'])
  })
})
