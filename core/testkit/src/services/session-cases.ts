import assert from 'node:assert/strict'
import {
  type MessageState,
  Messages,
  Network,
  PRIORITIES,
  type PushRequest,
  Segments,
  type SessionRequest,
  Sessions,
} from '@heliograph/contracts'
import { inHours, submit, submitOne, TO, TO_NETWORK, TO_TOO } from './requests.ts'
import { eventually, notePushes, type ServiceCase, type ServiceClient, type ServiceWorld } from './service-world.ts'

function open(world: ServiceWorld, { principal }: ServiceClient, changes: Partial<SessionRequest> = {}) {
  const request = { principal, origin: 'suite', limit: 2, remote: '192.0.2.1', onRevoked: () => {}, ...changes }
  return world.service(Sessions).open(request)
}

const TOO_MANY = { category: 'forbidden', code: 'too-many-sessions' }
const push = (on: PushRequest['on'] = 'every', context = 'ctx'): PushRequest => ({ on, context })

/** Sends a message and makes the network report on it. */
async function sendAndReport(world: ServiceWorld, client: ServiceClient, on: PushRequest['on'], hasArrived: boolean) {
  const smsId = await submitOne(world, client, { to: [TO_NETWORK], push: push(on) })
  const sent = await world.submitted(smsId)
  const word = hasArrived
    ? ({ status: 'delivered', networkStatus: 'DELIVRD' } as const)
    : ({ status: 'undeliverable', networkStatus: 'UNDELIV' } as const)
  await world.service(Network).receipt({ ...sent, ...word, link: 'main', errorId: null, doneAt: inHours(world, 0) })
  return smsId
}

const PUSHES: readonly (readonly [PushRequest['on'], boolean, boolean])[] = [
  ['every', true, true],
  ['every', false, true],
  ['success', true, true],
  ['success', false, false],
  ['failure', true, false],
  ['failure', false, true],
]

export const sessionCases: readonly ServiceCase[] = [
  ...PUSHES.map(
    ([on, hasArrived, isReported]): ServiceCase => ({
      name: `asked for ${on}, ${hasArrived ? 'a delivery' : 'a failure'} is ${isReported ? '' : 'not '}told`,
      async run(world, client) {
        const receiver = notePushes()
        const session = await open(world, client, { receiver })
        const smsId = await sendAndReport(world, client, on, hasArrived)
        const last = await sendAndReport(world, client, 'every', true)
        await eventually(() => receiver.reported.some(({ id }) => id === last), 'the later message is told')
        const state: MessageState = hasArrived ? 'delivered' : 'undeliverable'
        const expected = isReported ? [{ id: smsId, what: state, context: 'ctx' }] : []
        assert.deepEqual(
          receiver.reported.filter(({ id }) => id === smsId),
          expected,
        )
        await session.close()
      },
    }),
  ),
  {
    name: 'what was not asked for is not told, and a cancellation is',
    async run(world, client) {
      const receiver = notePushes()
      const session = await open(world, client, { receiver })
      const silent = await submitOne(world, client)
      const asked = await submitOne(world, client, { push: push() })
      for (const smsId of [silent, asked]) await world.service(Messages).cancel(client.principal, { smsId })
      await eventually(() => receiver.reported.length > 0, 'the cancellation is told')
      assert.deepEqual(receiver.reported, [{ id: asked, what: 'cancelled', context: 'ctx' }])
      await session.close()
    },
  },
  {
    name: 'receipts with a shared id all carry that of the first accepted',
    async run(world, client) {
      const receiver = notePushes()
      const session = await open(world, client, { receiver })
      const draft = { to: ['nobody', TO, TO_TOO], push: { ...push(), sharedId: true } }
      const { entries } = await submit(world, client, draft)
      const first = entries[1]?.smsId as number
      for (const { smsId } of entries.slice(1)) await world.service(Messages).cancel(client.principal, { smsId })
      await eventually(() => receiver.reported.length === 2, 'both are told')
      assert.deepEqual(
        receiver.reported.map(({ id }) => id),
        [first, first],
      )
      await session.close()
    },
  },
  {
    name: 'each segment that asked gets the receipt of the joined message under its own id',
    async run(world, client) {
      const receiver = notePushes()
      const session = await open(world, client, { receiver })
      const segment = {
        origin: 'suite',
        priority: PRIORITIES.NORMAL,
        to: TO,
        reference: 9,
        total: 3,
        flash: false,
      } as const
      const ids: number[] = []
      for (const part of [1, 2, 3]) {
        const asked = part === 2 ? {} : { push: push('every', `c${part}`) }
        const body = { text: `${part}`, encoding: 'gsm', userDataHeader: `0003090${3}0${part}` } as const
        ids.push((await world.service(Segments).add(client.principal, { ...segment, part, ...body, ...asked })).smsId)
      }
      await world.service(Messages).cancel(client.principal, { smsId: ids[0] })
      await eventually(() => receiver.reported.length === 2, 'both are told')
      assert.deepEqual(receiver.reported.map(({ id, context }) => [id, context]).sort(), [
        [ids[0], 'c1'],
        [ids[2], 'c3'],
      ])
      await session.close()
    },
  },
  {
    name: 'receipts wait for a session of the user',
    async run(world, client) {
      const smsId = await sendAndReport(world, client, 'every', true)
      const receiver = notePushes()
      const session = await open(world, client, { receiver })
      await eventually(() => receiver.reported.length === 1, 'the receipt is told')
      assert.equal(receiver.reported[0]?.id, smsId)
      await session.close()
    },
  },
  {
    name: 'a session of another user is told nothing',
    async run(world, client) {
      const other = await world.addClient()
      const [mine, theirs] = [notePushes(), notePushes()]
      const sessions = [await open(world, client, { receiver: mine }), await open(world, other, { receiver: theirs })]
      await sendAndReport(world, client, 'every', true)
      await eventually(() => mine.reported.length === 1, 'the receipt is told')
      assert.deepEqual(theirs.reported, [])
      for (const session of sessions) await session.close()
    },
  },
  {
    name: 'what a client refuses ends, what it takes later comes again',
    async run(world, client) {
      const refusing = notePushes('refused')
      const first = await open(world, client, { receiver: refusing })
      await sendAndReport(world, client, 'every', true)
      await eventually(() => refusing.reported.length === 1, 'the receipt is told')
      await first.close()
      const postponing = notePushes('later')
      const second = await open(world, client, { receiver: postponing })
      const smsId = await sendAndReport(world, client, 'every', true)
      await eventually(() => postponing.reported.length === 1, 'the next receipt is told')
      await second.close()
      const taking = notePushes()
      const third = await open(world, client, { receiver: taking })
      await eventually(() => taking.reported.length === 1, 'another session takes it')
      assert.equal(taking.reported[0]?.id, smsId)
      await third.close()
    },
  },
  {
    name: 'an incoming SMS goes to a session of the channel',
    async run(world, client) {
      const receiver = notePushes()
      const session = await open(world, client, { receiver })
      const message = {
        carrier: 'net',
        link: 'main',
        from: TO,
        to: client.address,
        text: 'hi',
        encoding: 'gsm',
      } as const
      const result = await world
        .service(Network)
        .incoming({ ...message, mayBeRepeated: false, receivedAt: inHours(world, 0) })
      await eventually(() => receiver.reported.length === 1, 'it is told')
      assert.deepEqual(receiver.reported, [{ id: result.incomingId, what: 'hi', context: '' }])
      await session.close()
    },
  },
  {
    name: 'a user has as many sessions as it may, and a closed one makes room',
    async run(world, client) {
      const first = await open(world, client)
      const second = await open(world, client)
      await assert.rejects(open(world, client), TOO_MANY)
      await first.close()
      await first.close()
      const third = await open(world, client)
      for (const session of [second, third]) await session.close()
    },
  },
  {
    name: 'sessions are counted by user and interface',
    async run(world, client) {
      const other = await world.addClient()
      const sessions = [
        await open(world, client, { limit: 1 }),
        await open(world, other, { limit: 1 }),
        await open(world, client, { limit: 1, origin: 'another' }),
      ]
      await assert.rejects(open(world, client, { limit: 1 }), TOO_MANY)
      for (const session of sessions) await session.close()
    },
  },
  {
    name: 'the sessions of a user that is disabled are told once',
    async run(world, client) {
      let revoked = 0
      const onRevoked = () => {
        revoked += 1
      }
      const session = await open(world, client, { onRevoked })
      await world.disableUser(client.principal.userId)
      await eventually(() => revoked > 0, 'the session is told')
      assert.equal(revoked, 1)
      await session.close()
    },
  },
]
