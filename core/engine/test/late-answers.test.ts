import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { type LateOutcome, type OutgoingMessage, type PartOutcome, PRIORITIES } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'

let base: Harness
let node: Harness
const link = new FakeLink()
before(async () => {
  base = await startEngine({ credit: '1000' })
  const [channel] = await base.engine.sql<{ channel_id: number }[]>`select channel_id from channel`
  const channelId = channel?.channel_id as number
  await base.engine.provisioning.setChannel({ channelId, dlrUrl: 'https://client.test/dlr' })
  node = await startEngine({
    joinTo: base,
    carriers: new Map([['net', carrierOf(link)]]),
    roles: ['dispatch', 'cron'],
    settings: { dispatch: { retryDelaysSeconds: [2] } },
  })
})
after(async () => {
  await node.close()
  await base.close()
})
afterEach(() => {
  link.answer = accept
  link.window = 100
  link.receipts = 'all'
})

const ACCEPTED = (smsId: number, attempt = 1): LateOutcome => ({
  kind: 'accepted',
  networkId: networkIdOf(smsId, attempt, 1),
})

/** Sends a message whose first attempts, as many as given, are not answered in time. */
async function sendUnanswered(priority: number, attempts = 1): Promise<number> {
  link.answer = (message) => (message.attempt <= attempts ? [{ kind: 'unknown' }] : accept(message))
  const { entries } = await base.submit({}, { priority: priority as 10 })
  return entries[0]?.smsId as number
}

const answerLate = (smsId: number, outcome: LateOutcome, attempt = 1) =>
  node.engine.network.lateAnswer({ carrier: 'net', link: 'main', smsId, attempt, part: 1, outcome })

const untilState = (smsId: number, state: string) =>
  base.until(async () => (await base.stateOf(smsId)) === state, `${smsId} is ${state}`)

const sentOf = (smsId: number): readonly OutgoingMessage[] => link.submitted.filter((each) => each.smsId === smsId)

/** Fills the window with a message that is answered when the result is called. */
async function occupyLink(parts = 1): Promise<() => void> {
  let free = () => {}
  const before = link.answer
  link.answer = (message) =>
    new Promise((resolve) => {
      free = () => resolve(accept(message))
    })
  const { entries } = await base.submit({ text: 'b'.repeat(parts * 100) }, { priority: PRIORITIES.CRITICAL })
  const smsId = entries[0]?.smsId as number
  await base.until(() => sentOf(smsId).length === 1, 'the link is occupied')
  link.answer = before
  return () => free()
}

/** Waits until the node has taken the repetition of a message. */
const untilClaimed = (smsId: number) =>
  base.until(async () => {
    const rows = await base.engine.sql`select from batch where owner is not null and ${smsId}::bigint = any(sms_ids)`
    return rows.length > 0
  }, `${smsId} is claimed`)

/** Takes what it is given: all parts, or those that are left. */
function acceptOnly({ smsId, attempt, parts, only }: OutgoingMessage): readonly PartOutcome[] {
  const sent = only ?? Array.from({ length: parts }, (_, index) => index + 1)
  return sent.map((part) => ({ kind: 'accepted', networkId: networkIdOf(smsId, attempt, part) }))
}

const noBatches = () =>
  base.until(async () => (await base.engine.sql`select from batch`).length === 0, 'nothing waits any more')

const eventsOf = async (smsId: number) =>
  (await base.engine.sql<{ body: string }[]>`select body from webhook where subject_id = ${smsId} order by webhook_id`)
    .length

describe('a late answer', () => {
  it('cancels the repetition that is planned: the message goes out once', async () => {
    const smsId = await sendUnanswered(PRIORITIES.HIGH)
    await untilState(smsId, 'retrying')
    await answerLate(smsId, ACCEPTED(smsId))
    assert.equal(await base.stateOf(smsId), 'submitted')
    await noBatches()
    assert.equal(sentOf(smsId).length, 1)
  })

  it('ends the wait for a receipt, which then finds the message by its id', async () => {
    const smsId = await sendUnanswered(PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
    await answerLate(smsId, ACCEPTED(smsId))
    assert.equal(await base.stateOf(smsId), 'submitted')
    await base.engine.network.receipt(receiptOf(smsId))
    assert.equal(await base.stateOf(smsId), 'delivered')
  })

  it('finds the receipt that has been waiting for it', async () => {
    const smsId = await sendUnanswered(PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
    await base.engine.network.receipt(receiptOf(smsId))
    assert.equal(await base.stateOf(smsId), 'unknown')
    await answerLate(smsId, ACCEPTED(smsId))
    assert.equal(await base.stateOf(smsId), 'delivered')
  })

  it('changes nothing the second time', async () => {
    const smsId = await sendUnanswered(PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
    await answerLate(smsId, ACCEPTED(smsId))
    await answerLate(smsId, { kind: 'refused', fault: 'message', status: 'NO' })
    assert.equal(await base.stateOf(smsId), 'submitted')
  })

  it('holds against whatever becomes of a repetition that had gone out', async () => {
    let answer = (_: OutgoingMessage) => {}
    const smsId = await sendUnanswered(PRIORITIES.HIGH)
    link.answer = (message) =>
      new Promise((resolve) => {
        answer = () => resolve([{ kind: 'refused', fault: 'destination', status: 'ESME_RINVDSTADR' }])
        if (message.attempt === 1) resolve([{ kind: 'unknown' }])
      })
    await base.until(() => sentOf(smsId).length === 2, 'the repetition is with the link')
    await answerLate(smsId, ACCEPTED(smsId))
    answer(sentOf(smsId)[1] as OutgoingMessage)
    await noBatches()
    assert.equal(await base.stateOf(smsId), 'submitted')
    await base.engine.network.receipt(receiptOf(smsId))
    assert.equal(await base.stateOf(smsId), 'delivered')
  })

  it('cancels a repetition that waits in the memory of a node for its link', async () => {
    link.window = 1
    const smsId = await sendUnanswered(PRIORITIES.HIGH)
    await untilState(smsId, 'retrying')
    const free = await occupyLink()
    await untilClaimed(smsId)
    await answerLate(smsId, ACCEPTED(smsId))
    free()
    await noBatches()
    assert.equal(sentOf(smsId).length, 1)
    assert.equal(await base.stateOf(smsId), 'submitted')
  })

  it('to one part leaves only the other to be sent again, though both waited in memory', async () => {
    link.window = 2
    link.answer = (message) =>
      message.attempt === 1 ? [{ kind: 'unknown' }, { kind: 'unknown' }] : acceptOnly(message)
    const { entries } = await base.submit({ text: 'a'.repeat(200) }, { priority: PRIORITIES.HIGH })
    const smsId = entries[0]?.smsId as number
    await untilState(smsId, 'retrying')
    const free = await occupyLink(2)
    await untilClaimed(smsId)
    await answerLate(smsId, ACCEPTED(smsId))
    link.answer = acceptOnly
    free()
    await untilState(smsId, 'submitted')
    assert.deepEqual(
      sentOf(smsId).map(({ only }) => only),
      [null, [2]],
    )
  })

  it('that refuses ends the message, and its client is told once', async () => {
    const smsId = await sendUnanswered(PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
    const before = await eventsOf(smsId)
    await answerLate(smsId, { kind: 'refused', fault: 'destination', status: 'ESME_RINVDSTADR', errorId: 351 })
    assert.equal(await base.stateOf(smsId), 'refused-by-network')
    assert.equal((await eventsOf(smsId)) - before, 1)
  })

  it('that puts off sends the message again', async () => {
    const smsId = await sendUnanswered(PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
    await answerLate(smsId, { kind: 'try-later', status: 'ESME_RMSGQFUL' })
    await untilState(smsId, 'submitted')
    assert.equal(sentOf(smsId).length, 2)
  })

  it('is final over a link without receipts', async () => {
    link.receipts = 'none'
    const smsId = await sendUnanswered(PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
    await answerLate(smsId, ACCEPTED(smsId))
    assert.equal(await base.stateOf(smsId), 'delivered')
  })

  it('to what is not there changes nothing', async () => {
    await answerLate(4_000_000_000, ACCEPTED(1))
    await answerLate(4_000_000_000, { kind: 'accepted', networkId: 'x'.repeat(5_000) })
  })
})

function receiptOf(smsId: number) {
  const networkId = networkIdOf(smsId, 1, 1)
  const given = { carrier: 'net', networkId, status: 'delivered', networkStatus: 'DELIVRD', errorId: null } as const
  return { ...given, doneAt: new Date() }
}
