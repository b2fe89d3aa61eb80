import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError, StateStore, Submissions } from '@heliograph/contracts'
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
    visits: change(createVisits(engine.service(StateStore).of('queue'), engine.clock)),
    formatDate: createDateFormat('UTC'),
  }
  const take = (event: VisitEvent) => handleEvent(context, principal, event)
  return { engine, logger, take, handle: (id: string) => take(serving(id)) }
}

/** Visits whose changes fail when their number is one of these. */
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
  ['before the text was handed over', [1]],
  ['after the text was accepted', [2]],
  ['twice, before and after', [1, 3]],
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
