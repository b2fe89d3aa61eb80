import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError, Reports, StateStore, Submissions } from '@heliograph/contracts'
import { captureLogger, createMemoryEngine } from '@heliograph/testkit'
import { Value } from 'typebox/value'
import { createDateFormat } from '../src/dates.ts'
import { readEvent, type VisitEvent } from '../src/event.ts'
import { type EventContext, handleEvent } from '../src/handle-event.ts'
import queuePlatform from '../src/index.ts'
import { createVisits, type Visits } from '../src/visits.ts'

const data = { id: 'v1', state: 'SERVING', phone: '+27821234567' }
const serving = (id: string) => readEvent({ id, type: 'visit.updated', data })

/** A world of one client. */
function createWorld(change: (visits: Visits) => Visits = (visits) => visits) {
  const engine = createMemoryEngine()
  const { principal } = engine.addAccount()
  const logger = captureLogger()
  const context: EventContext = {
    config: Value.Default(queuePlatform.configSchema, {}) as EventContext['config'],
    logger,
    submissions: engine.service(Submissions),
    reports: engine.service(Reports),
    visits: change(createVisits(engine.service(StateStore).of('queue'), engine.clock)),
    formatDate: createDateFormat('UTC'),
    requestId: 'k3v9q0tx7mzd',
  }
  const take = (event: VisitEvent) => handleEvent(context, principal, event)
  return { engine, context, logger, take, handle: (id: string) => take(serving(id)) }
}

/** Returns visits whose changes fail if their number, counted from 1, is one of these. */
function failing(visits: Visits, numbers: readonly number[]): Visits {
  let changes = 0
  return {
    ...visits,
    async replace(...args) {
      changes += 1
      if (numbers.includes(changes)) throw new GatewayError('unavailable', 'database-away', 'Try again later')
      return visits.replace(...args)
    },
  }
}

for (const [when, numbers] of [
  ['once', [1]],
  ['twice', [1, 2]],
] as const) {
  test(`a database that goes away ${when}: the text goes out once when the event comes again`, async () => {
    const { engine, handle } = createWorld((visits) => failing(visits, numbers))
    for (const _ of numbers) await assert.rejects(handle('e1'), { code: 'database-away' })
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
    const { principal } = engine.addAccount()
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

test('an event that leads to a text changes what is kept once', async () => {
  let changes = 0
  const { handle } = createWorld((visits) => ({
    ...visits,
    replace(...args) {
      changes += 1
      return visits.replace(...args)
    },
  }))
  await handle('e1')
  await handle('e1')
  assert.equal(changes, 1)
})

test('an event whose visit and text have changed since is answered as the first time', async () => {
  const { engine, take } = createWorld()
  const answer = await take(serving('e1'))
  await take(readEvent({ id: 'e2', type: 'visit.updated', data: { ...data, state: 'COMPLETE' } }))
  const again = readEvent({ id: 'e1', type: 'visit.updated', data: { ...data, ticket: 'A002' } })
  assert.equal(await take(again), answer)
  assert.equal(engine.messages.length, 2)
})

test('an event that comes again after more than a week sends nothing when the visit has the state already', async () => {
  const { engine, handle } = createWorld()
  await handle('e1')
  await engine.clock.advance(8 * 24 * 3_600_000)
  assert.equal(await handle('e1'), 'No SMS sent: the state of the visit has not changed')
  assert.equal(engine.messages.length, 1)
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
