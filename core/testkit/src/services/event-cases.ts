import assert from 'node:assert/strict'
import { type EventSubscription, type MessageEvent, MessageEvents, Messages, Network } from '@heliograph/contracts'
import { recordOf, submitOne, TO, TO_NETWORK } from './requests.ts'
import { eventually, type ServiceCase, type ServiceClient, type ServiceWorld } from './service-world.ts'

const BOTH = ['message-ended', 'sms-received'] as const

let names = 0
const freshName = () => `suite-${++names}`

/** Subscribes and records the events until the case is over. */
async function listen(world: ServiceWorld, name: string, kinds: EventSubscription['kinds'] = BOTH) {
  const reported: MessageEvent[] = []
  const { stop } = await world.service(MessageEvents).subscribe({
    name,
    kinds,
    handler: async (events) => void reported.push(...events),
  })
  return { reported, stop }
}

async function end(world: ServiceWorld, client: ServiceClient): Promise<number> {
  const smsId = await submitOne(world, client, { reference: 'order 7', metadata: { of: ['é'] } })
  await world.service(Messages).cancel(client.principal, { smsId })
  return smsId
}

async function receive(world: ServiceWorld, to: string, text = 'Where are you?') {
  return world.service(Network).incoming({
    carrier: 'net',
    link: 'main',
    from: '27831234567',
    to,
    text,
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt: new Date(world.now()),
  })
}

function subjectOf(event: MessageEvent): number {
  return event.kind === 'sms-received' ? event.incomingId : event.smsId
}

export const eventCases: readonly ServiceCase[] = [
  {
    name: 'the end of a message is told once, its acceptance not',
    async run(world, client) {
      const name = freshName()
      const { reported, stop } = await listen(world, name)
      const waiting = await submitOne(world, client)
      const smsId = await end(world, client)
      await eventually(() => reported.length > 0, 'the event is told')
      await stop()
      await world.service(MessageEvents).cancel(name)
      assert.equal(reported.length, 1)
      assert.notEqual(subjectOf(reported[0] as MessageEvent), waiting)
      const { eventId, acceptedAt, ...event } = reported[0] as Extract<MessageEvent, { kind: 'message-ended' }>
      assert.ok(eventId > 0 && acceptedAt instanceof Date)
      assert.deepEqual(event, {
        kind: 'message-ended',
        clientId: client.principal.clientId,
        smsId,
        reference: 'order 7',
        metadata: { of: ['é'] },
        origin: 'suite',
        from: client.address,
        to: TO,
        parts: 1,
        state: 'cancelled',
      })
    },
  },
  {
    name: 'that a message was read is told to those who asked for it, and changes nothing else',
    client: { credit: '1.00', price: '0.05' },
    async run(world, client) {
      const [name, others] = [freshName(), freshName()]
      const { reported, stop } = await listen(world, name, ['message-read'])
      const { reported: ends, stop: stopOthers } = await listen(world, others)
      const smsId = await submitOne(world, client, { to: [TO_NETWORK], reference: 'order 7' })
      const sent = await world.submitted(smsId)
      const credit = await world.creditOf(client.principal.clientId)
      const readAt = new Date(Math.ceil(world.now() / 1000) * 1000)
      const receipt = { ...sent, to: TO_NETWORK, errorId: null, doneAt: readAt }
      await world.service(Network).receipt({ ...receipt, status: 'read', networkStatus: 'READ' })
      assert.equal((await recordOf(world, client, smsId))?.state, 'submitted', 'it ends nothing')
      await world.service(Network).receipt({ ...receipt, status: 'delivered', networkStatus: 'DELIVRD' })
      await eventually(() => reported.length > 0 && ends.length > 0, 'both are told')
      await Promise.all([stop(), stopOthers()])
      for (const each of [name, others]) await world.service(MessageEvents).cancel(each)
      const { eventId, ...event } = reported[0] as MessageEvent
      assert.ok(eventId > 0)
      const { address: from, principal } = client
      const message = {
        clientId: principal.clientId,
        smsId,
        reference: 'order 7',
        origin: 'suite',
        from,
        to: TO_NETWORK,
      }
      assert.deepEqual(event, { kind: 'message-read', ...message, readAt })
      assert.deepEqual([reported.length, ends.map(({ kind }) => kind)], [1, ['message-ended']])
      assert.equal((await recordOf(world, client, smsId))?.state, 'delivered')
      assert.equal(await world.creditOf(client.principal.clientId), credit)
    },
  },
  {
    name: 'incoming SMS are told, those to numbers of no channel too',
    async run(world, client) {
      const name = freshName()
      const { reported, stop } = await listen(world, name)
      const own = await receive(world, client.address)
      const other = await receive(world, '27899999999')
      await eventually(() => reported.length === 2, 'both are told')
      await stop()
      await world.service(MessageEvents).cancel(name)
      const [first, second] = reported.toSorted((a, b) => subjectOf(a) - subjectOf(b))
      const { eventId, receivedAt, ...event } = first as Extract<MessageEvent, { kind: 'sms-received' }>
      assert.ok(eventId > 0 && receivedAt instanceof Date)
      assert.deepEqual(event, {
        kind: 'sms-received',
        clientId: client.principal.clientId,
        channelId: own.channelId,
        incomingId: own.incomingId,
        from: '27831234567',
        to: client.address,
        text: 'Where are you?',
        encoding: 'gsm',
      })
      assert.ok(second?.kind === 'sms-received' && second.clientId === null && second.channelId === null)
      assert.equal(second.incomingId, other.incomingId)
    },
  },
  {
    name: 'only what was asked for is told',
    async run(world, client) {
      const [some, all] = [freshName(), freshName()]
      const one = await listen(world, some, ['sms-received'])
      const both = await listen(world, all)
      await end(world, client)
      await receive(world, client.address)
      await eventually(() => both.reported.length === 2 && one.reported.length === 1, 'each is told what it asked for')
      await Promise.all([one.stop(), both.stop()])
      for (const name of [some, all]) await world.service(MessageEvents).cancel(name)
      assert.deepEqual(
        one.reported.map(({ kind }) => kind),
        ['sms-received'],
      )
    },
  },
  {
    name: 'events without a listener are delivered later',
    async run(world, client) {
      const name = freshName()
      await (await listen(world, name)).stop()
      const smsId = await end(world, client)
      const { reported, stop } = await listen(world, name)
      await eventually(() => reported.length === 1, 'it is told')
      await stop()
      await world.service(MessageEvents).cancel(name)
      assert.equal(subjectOf(reported[0] as MessageEvent), smsId)
    },
  },
  {
    name: 'what happens after a subscription was cancelled is not',
    async run(world, client) {
      const name = freshName()
      await (await listen(world, name)).stop()
      await end(world, client)
      await world.service(MessageEvents).cancel(name)
      await end(world, client)
      const { reported, stop } = await listen(world, name)
      const smsId = await end(world, client)
      await eventually(() => reported.length > 0, 'what came later is told')
      await stop()
      await world.service(MessageEvents).cancel(name)
      assert.deepEqual(reported.map(subjectOf), [smsId])
    },
  },
  {
    name: 'one of the listeners under a name gets the event',
    async run(world, client) {
      const name = freshName()
      const listeners = [await listen(world, name), await listen(world, name)]
      const reported = () => listeners.flatMap((each) => each.reported)
      const smsIds: number[] = []
      for (let index = 0; index < 5; index += 1) smsIds.push(await end(world, client))
      await eventually(() => reported().length >= 5, 'all are told')
      await Promise.all(listeners.map(({ stop }) => stop()))
      await world.service(MessageEvents).cancel(name)
      assert.deepEqual(
        reported()
          .map(subjectOf)
          .toSorted((a, b) => a - b),
        smsIds,
      )
    },
  },
  {
    name: 'a subscription without a name or kinds is refused',
    async run(world) {
      const { subscribe } = world.service(MessageEvents)
      const handler = async () => {}
      for (const wrong of [{ name: '' }, { name: 'x'.repeat(101) }, { kinds: [] }, { kinds: ['else'] }]) {
        const subscription = { name: 'fine', kinds: BOTH, handler, ...wrong } as EventSubscription
        await assert.rejects(subscribe(subscription), { category: 'invalid', code: 'bad-subscription' })
      }
    },
  },
]
