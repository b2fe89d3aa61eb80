import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PRIORITIES } from '@heliograph/contracts'
import { handed, TRY_LATER, useDispatch, WITHOUT_POLLS } from './support/dispatch-world.ts'
import { FakeLink, networkIdOf } from './support/fake-carrier.ts'

const world = useDispatch()
const { startNode, send, openOf, untilState, eventsOf } = world

describe('a link that is down', () => {
  it('nothing is claimed; all goes out at once when it is up', async (t) => {
    const link = new FakeLink()
    link.setUp(false)
    await startNode(t, [link], { clock: WITHOUT_POLLS })
    for (const priority of Object.values(PRIORITIES)) await send({}, priority)
    const [row] = await world.base.engine.sql<{ waiting: number; owned: number }[]>`
      select count(*) as waiting, count(owner) as owned from batch`
    assert.deepEqual(row, { waiting: 5, owned: 0 })
    link.setUp(true)
    await world.base.until(() => link.submitted.length === 5, 'all are handed over, without a poll')
  })
})

describe('a message whose validity is over', () => {
  it('is not sent but ended, credited back and reported once', async (t) => {
    const link = new FakeLink()
    link.setUp(false)
    await startNode(t, [link])
    const credit = await world.base.creditOf()
    const smsId = await send({ validitySeconds: 0 })
    const valid = await send()
    link.setUp(true)
    await untilState(smsId, 'expired')
    await untilState(valid, 'submitted')
    assert.deepEqual(handed(link), [[valid, 1]])
    assert.deepEqual(await eventsOf(smsId), ['EXPIRED'])
    assert.equal(Number(await world.base.creditOf()).toFixed(2), (Number(credit) - 0.05).toFixed(2))
  })

  it('between two attempts is ended before the next', async (t) => {
    const link = new FakeLink()
    link.answer = () => [TRY_LATER]
    await startNode(t, [link], { settings: { dispatch: { retryDelaysSeconds: [3.1] } } })
    const smsId = await send({ validitySeconds: 3 })
    await untilState(smsId, 'expired')
    assert.deepEqual(handed(link), [[smsId, 1]])
    assert.deepEqual(await eventsOf(smsId), ['FAILED', 'EXPIRED'])
  })

  it('after its attempt was opened and it came back unsent is ended and credited back as well', async (t) => {
    const link = new FakeLink()
    link.answer = () => {
      link.setUp(false)
      return [{ kind: 'not-sent' }]
    }
    await startNode(t, [link])
    const credit = await world.base.creditOf()
    const smsId = await send({ validitySeconds: 3 }, PRIORITIES.NORMAL)
    await world.base.until(() => link.submitted.length === 1, 'it came back')
    await world.base.until(async () => (await openOf(smsId)).length === 0, 'its attempt is closed')
    await world.base.until(async () => {
      const [row] = await world.base.engine.sql<{ over: boolean }[]>`
        select accepted_at + interval '3.1 seconds' < now() as over from message where sms_id = ${smsId}`
      return row?.over ?? false
    }, 'its validity is over')
    link.setUp(true)
    await untilState(smsId, 'expired')
    assert.equal(await world.base.creditOf(), credit)
    assert.deepEqual(await eventsOf(smsId), ['EXPIRED'])
  })
})

describe('a route without links', () => {
  it('refuses its messages, credits them back and reports it once', async (t) => {
    const credit = await world.base.creditOf()
    await startNode(t, [])
    const smsId = await send()
    await untilState(smsId, 'no-route')
    assert.equal(await world.base.creditOf(), credit)
    assert.deepEqual(await eventsOf(smsId), ['FAILED'])
  })
})

describe('a link without receipts', () => {
  it('ends a message when the network took all parts of it, and tells the client', async (t) => {
    const link = new FakeLink()
    link.receipts = 'none'
    await startNode(t, [link])
    const smsId = await send({ text: 'a'.repeat(200) })
    await untilState(smsId, 'delivered')
    const [row] = await world.base.engine.sql<{ is_done: boolean; was_sent: boolean; parts: string[]; body: string }[]>`
      select done_at is not null as is_done, submitted_at is not null as was_sent,
        array(select state::text from submission where sms_id = ${smsId} and done_at is not null) as parts,
        (select body from webhook where subject_id = ${smsId}) as body
      from message_state where sms_id = ${smsId}`
    assert.deepEqual([row?.is_done, row?.was_sent, row?.parts], [true, true, ['delivered', 'delivered']])
    const { data } = JSON.parse(row?.body as string) as { data: { status: string; externalId: string } }
    assert.deepEqual([data.status, data.externalId], ['DELIVERED', networkIdOf(smsId, 1, 1)])
  })
})
