import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Principal, Reports, StateStore, Submissions } from '@heliograph/contracts'
import { captureLogger, createMemoryEngine } from '@heliograph/testkit'
import { Value } from 'typebox/value'
import { createDateFormat } from '../src/dates.ts'
import { readEvent, type VisitEvent } from '../src/event.ts'
import { type EventContext, handleEvent } from '../src/handle-event.ts'
import queuePlatform from '../src/index.ts'
import { sendText } from '../src/send.ts'
import { createVisits } from '../src/visits.ts'

const data = { id: 'v1', state: 'SERVING', phone: '+27821234567' }
const serving = (id: string) => readEvent({ id, type: 'visit.updated', data })

/** A world of one client. */
function createWorld() {
  const engine = createMemoryEngine()
  const { principal } = engine.addAccount()
  const logger = captureLogger()
  const context: EventContext & { readonly principal: Principal } = {
    principal,
    config: Value.Default(queuePlatform.configSchema, {}) as EventContext['config'],
    logger,
    submissions: engine.service(Submissions),
    reports: engine.service(Reports),
    visits: createVisits(engine.service(StateStore), 'queue', engine.clock),
    formatDate: createDateFormat('UTC'),
    requestId: 'k3v9q0tx7mzd',
  }
  const take = (event: VisitEvent) => handleEvent(context, principal, event)
  return { engine, context, logger, take, handle: (id: string) => take(serving(id)) }
}

for (const service of ['submissions', 'state'] as const) {
  test(`a database that goes away for ${service}: the text goes out once when the event comes again`, async () => {
    const { engine, handle } = createWorld()
    engine.failNext('unavailable', service)
    await assert.rejects(handle('e1'), { category: 'unavailable' })
    const answer = await handle('e1')
    assert.match(answer, /^SMS dispatched/)
    assert.equal(await handle('e1'), answer)
    assert.equal(engine.messages.length, 1)
  })
}

for (const [when, isAccepted] of [
  ['before', false],
  ['after', true],
] as const) {
  test(`a process that ends ${when} the text was accepted: it goes out once when the event comes again`, async () => {
    const { engine, context, handle } = createWorld()
    const { submissions } = context
    const ending = { ...context, submissions: Object.create(submissions) as typeof submissions }
    ending.submissions.submit = async (...args) => {
      if (isAccepted) await submissions.submit(...args)
      throw new Error('ended')
    }
    const { principal } = context
    await assert.rejects(handleEvent(ending, principal, serving('e1')), /ended/)
    assert.equal(engine.messages.length, isAccepted ? 1 : 0)
    const answers = [
      await handleEvent(context, principal, serving('e1')),
      await handleEvent(context, principal, serving('e1')),
    ]
    assert.equal(answers[0], `SMS dispatched to 27821234567: OK:${engine.messages[0]?.smsId}:PENDING_ENROUTE`)
    assert.equal(answers[1], answers[0])
    assert.equal(engine.messages.length, 1)
    assert.match(await handle('e1'), /^SMS dispatched/)
  })
}

test('a text for a new visit is one call of a service, and for a known one two', async () => {
  const { context, handle, take } = createWorld()
  const calls: string[] = []
  const noting = <T extends object>(service: T): T =>
    new Proxy(service, {
      get(target, name) {
        calls.push(String(name))
        return Reflect.get(target, name)
      },
    })
  const { visits, submissions } = context
  Object.assign(context, { visits: noting(visits), submissions: noting(submissions) })
  await take(readEvent({ id: 'e1', type: 'visit.created', data: { ...data, state: 'WAITING' } }))
  await handle('e2')
  assert.deepEqual(
    calls.filter((call) => call !== 'changeOf'),
    ['submit', 'find', 'submit'],
  )
})

test('an event whose visit and text have changed since is answered as the first time', async () => {
  const { engine, take } = createWorld()
  const answer = await take(serving('e1'))
  await take(readEvent({ id: 'e2', type: 'visit.updated', data: { ...data, state: 'COMPLETE' } }))
  const again = readEvent({ id: 'e1', type: 'visit.updated', data: { ...data, ticket: 'A002' } })
  assert.equal(await take(again), answer)
  assert.equal(engine.messages.length, 2)
})

test('an event that comes again after more than a week is answered as the first time', async () => {
  const { engine, handle } = createWorld()
  const answer = await handle('e1')
  await engine.clock.advance(8 * 24 * 3_600_000)
  assert.equal(await handle('e1'), answer)
  assert.equal(engine.messages.length, 1)
})

/** What releases before this one kept of the event `e1`, before they sent its text under the id of the message. */
async function keepAsBefore({ engine, context }: ReturnType<typeof createWorld>): Promise<string> {
  const { key, visitKey } = serving('e1')
  const value = JSON.stringify({
    state: 'SERVING',
    outcomes: { [key ?? '']: { notice: 'turn', at: engine.clock.now() } },
  })
  const expiresAt = new Date(engine.clock.now() + 1_000_000_000)
  const { clientId } = context.principal
  await engine
    .service(StateStore)
    .of('queue')
    .add({ key: `${clientId} ${visitKey}`, value, expiresAt })
  return `queue-${key}`
}

test('an event whose text an earlier release has sent is answered with that', async () => {
  const world = createWorld()
  const { engine, context, handle } = world
  const messageId = await keepAsBefore(world)
  const text = { phone: '+27821234567', text: 'Your turn', messageId, requestId: context.requestId }
  const sent = await sendText(context.submissions, context.principal, text, undefined)
  assert.equal(await handle('e1'), sent.answer)
  assert.equal(engine.messages.length, 1)
})

test('an event whose text an earlier release has not sent sends it once', async () => {
  const world = createWorld()
  await keepAsBefore(world)
  const answers = await Promise.all([world.handle('e1'), world.handle('e1')])
  assert.match(answers[0] as string, /^SMS dispatched/)
  assert.equal(answers[1], answers[0])
  assert.equal(await world.handle('e1'), answers[0])
  assert.equal(world.engine.messages.length, 1)
})

test('an event whose text an earlier release has not sent keeps why it cannot be sent', async () => {
  const world = createWorld()
  const { engine, context, handle } = world
  await keepAsBefore(world)
  const { clientId } = context.principal
  engine.contacts.set(clientId, '27821234567', 'opted-out', { kind: 'web' })
  assert.equal(await handle('e1'), 'No SMS sent: Contact has opted out')
  engine.contacts.set(clientId, '27821234567', 'opted-in', { kind: 'web' })
  assert.equal(await handle('e1'), 'No SMS sent: Contact has opted out')
  assert.equal(engine.messages.length, 0)
})

test('of updates without an id that come at once and say the same, one sends', async () => {
  const { engine, take } = createWorld()
  const update = readEvent({ type: 'visit.updated', data })
  const answers = await Promise.all(Array.from({ length: 5 }, () => take(update)))
  assert.equal(engine.messages.length, 1)
  assert.deepEqual(answers.map((answer) => answer.split(':')[0]).sort(), [
    ...Array.from({ length: 4 }, () => 'No SMS sent'),
    'SMS dispatched to 27821234567',
  ])
})

test('events of one visit that come at once and say different things all send', async () => {
  const { engine, take } = createWorld()
  const states = ['WAITING', 'SERVING', 'COMPLETE']
  await Promise.all(states.map((state) => take(readEvent({ type: 'visit.updated', data: { ...data, state } }))))
  assert.equal(engine.messages.length, 3)
})

test('of events that come at once and say the same, one sends', async () => {
  const { engine, handle } = createWorld()
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(handle))
  assert.equal(engine.messages.length, 1)
  assert.equal(answers.filter((answer) => answer.startsWith('SMS dispatched')).length, 1)
  assert.deepEqual(
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(handle)),
    answers,
    'each is answered as the first time',
  )
})

test('one event that comes several times at once sends once, with one answer', async () => {
  const { engine, handle } = createWorld()
  const answers = await Promise.all(['a', 'a', 'a', 'a'].map(handle))
  assert.equal(engine.messages.length, 1)
  assert.equal(new Set(answers).size, 1)
})

// spec: Inbound events from the queue-management platform | event | message.created: logged only -> message.created is logged and sends nothing
// spec: Inbound events from the queue-management platform | event | location.created: logged only -> location.created is logged and sends nothing
// spec: Inbound events from the queue-management platform | event | location.updated: logged only -> location.updated is logged and sends nothing
// spec: Inbound events from the queue-management platform | event | location.removed: logged only -> location.removed is logged and sends nothing
for (const type of ['message.created', 'location.created', 'location.updated', 'location.removed']) {
  test(`${type} is logged and sends nothing`, async () => {
    const { engine, logger, take } = createWorld()
    assert.match(await take(readEvent({ id: 'e1', type, data })), /^No SMS sent/)
    assert.deepEqual(
      logger.entries.map(({ level, fields }) => [level, fields.eventType]),
      [['info', type]],
    )
    assert.equal(engine.messages.length, 0)
  })
}
