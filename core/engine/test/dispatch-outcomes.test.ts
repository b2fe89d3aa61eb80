import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PartOutcome } from '@heliograph/contracts'
import { handed, refused, script, THROTTLED, TRY_LATER, useDispatch } from './support/dispatch-world.ts'
import { accept, FakeLink, networkIdOf } from './support/fake-carrier.ts'

const world = useDispatch()
const { startNode, send, stateOf, untilState, partsOf, eventsOf } = world

describe('an answer of a link', () => {
  const SENT: readonly (readonly [what: string, answers: readonly PartOutcome[], asks: boolean, reported: string[]])[] =
    [
      ['is told to a client that asks for it', [], true, ['PENDING 1']],
      ['is not told to others', [], false, []],
      ['is told after a repetition', [TRY_LATER], true, ['FAILED 5', 'PENDING 1']],
      ['is not, when it is a refusal', [refused('message')], true, ['FAILED 4']],
    ]
  for (const [what, answers, sentReceipt, reported] of SENT)
    it(`taken: ${what}`, async (t) => {
      const link = new FakeLink()
      link.answer = script(...answers)
      await startNode(t, [link])
      const smsId = await send({ sentReceipt })
      await untilState(smsId, reported.includes('FAILED 4') ? 'refused-by-network' : 'submitted')
      const rows = await world.base.engine.sql<{ body: string }[]>`
        select body from webhook where subject_id = ${smsId} order by webhook_id`
      const receipts = rows.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data)
      assert.deepEqual(
        receipts.map(({ status, statusCode }) => `${status} ${statusCode}`),
        reported,
      )
      const last = receipts.at(-1)
      if (last?.statusCode === 1) assert.equal(last.externalId, networkIdOf(smsId, answers.length + 1, 1))
    })

  // spec: Outgoing message request (v2) | rule | messages[].text is split when long
  it('taken: submitted, with the network’s id of each part', async (t) => {
    const link = new FakeLink()
    await startNode(t, [link])
    const smsId = await send({ text: 'a'.repeat(400) })
    await untilState(smsId, 'submitted')
    assert.deepEqual(
      await partsOf(smsId),
      [1, 2, 3].map((part) => ({
        attempt: 1,
        part,
        state: 'submitted',
        link: 'net/main',
        network_id: `n-${smsId}-1-${part}`,
      })),
    )
    assert.deepEqual(await eventsOf(smsId), [])
  })

  it('throttled three times: the same message first, then taken as one attempt', async (t) => {
    const link = new FakeLink()
    link.window = 1
    link.answer = script(THROTTLED, THROTTLED)
    await startNode(t, [link])
    const [first, second] = [await send(), await send()]
    await untilState(second, 'submitted')
    assert.deepEqual(handed(link), [
      [first, 1],
      [first, 1],
      [first, 1],
      [second, 1],
    ])
    assert.equal((await stateOf(first))?.attempt, 1)
  })

  it('try later: again after the wait, as the next attempt, while others go on', async (t) => {
    const link = new FakeLink()
    link.answer = (message) => (message.attempt < 3 ? [TRY_LATER] : accept(message))
    await startNode(t, [link])
    const smsId = await send()
    await untilState(smsId, 'submitted')
    assert.deepEqual(handed(link), [
      [smsId, 1],
      [smsId, 2],
      [smsId, 3],
    ])
    assert.deepEqual(await partsOf(smsId), [
      { attempt: 3, part: 1, state: 'submitted', link: 'net/main', network_id: `n-${smsId}-3-1` },
    ])
  })

  it('try later: waits in Postgres as retrying', async (t) => {
    const link = new FakeLink()
    link.answer = () => [TRY_LATER]
    await startNode(t, [link], { settings: { dispatch: { retryDelaysSeconds: [3_600] } } })
    const smsId = await send()
    await untilState(smsId, 'retrying')
    assert.equal((await stateOf(smsId))?.network_status, 'ESME_RMSGQFUL')
    const [batch] = await world.base.engine.sql<{ wait: number; sms_ids: number[] }[]>`
      select extract(epoch from due_at - now())::float8 as wait, sms_ids from batch where owner is null`
    assert.ok((batch?.wait ?? 0) > 3_500)
    assert.deepEqual(batch?.sms_ids, [smsId])
  })

  it('refused: final, with one event and no refund', async (t) => {
    const link = new FakeLink()
    link.answer = () => [refused('destination')]
    await startNode(t, [link])
    const credit = await world.base.creditOf()
    const smsId = await send()
    await untilState(smsId, 'refused-by-network')
    assert.deepEqual(await stateOf(smsId), {
      state: 'refused-by-network',
      attempt: 1,
      error_id: 12,
      network_status: 'ESME_RINVDSTADR',
    })
    assert.deepEqual(await eventsOf(smsId), ['FAILED'])
    assert.equal(Number(await world.base.creditOf()).toFixed(2), (Number(credit) - 0.05).toFixed(2))
  })

  it('not sent: first again when the link is up', async (t) => {
    const link = new FakeLink()
    link.answer = script({ kind: 'not-sent' })
    await startNode(t, [link])
    const smsId = await send()
    await untilState(smsId, 'submitted')
    assert.deepEqual(handed(link), [
      [smsId, 1],
      [smsId, 1],
    ])
  })

  it('that Postgres cannot store: the outcome is unknown, and others are recorded', async (t) => {
    const link = new FakeLink()
    const huge = Array.from({ length: 9_000 }, () => Math.random().toString(36)[2]).join('')
    link.answer = (message) => (message.text === 'huge' ? [{ kind: 'accepted', networkId: huge }] : accept(message))
    const node = await startNode(t, [link])
    const [before, bad, behind] = await Promise.all([send(), send({ text: 'huge' }), send()])
    await Promise.all([untilState(before, 'submitted'), untilState(bad, 'unknown'), untilState(behind, 'submitted')])
    assert.match(node.log.dump(), /an answer cannot be recorded/)
  })
})

describe('two links of one route', () => {
  function twoLinks() {
    const [first, second] = [new FakeLink('a'), new FakeLink('b')] as const
    first.answer = () => [refused('route')]
    return { first, second }
  }

  it('what one refuses for the route, the other gets', async (t) => {
    const { first, second } = twoLinks()
    second.setUp(false)
    await startNode(t, [first, second])
    const smsId = await send()
    await world.base.until(() => first.submitted.length === 1, 'the first link has refused')
    second.setUp(true)
    await untilState(smsId, 'submitted')
    assert.deepEqual([handed(first), handed(second)], [[[smsId, 1]], [[smsId, 1]]])
    assert.equal((await partsOf(smsId))[0]?.link, 'net/b')
  })

  it('what waits for the other link delays no other message', async (t) => {
    const { first, second } = twoLinks()
    first.answer = (message) => (message.text === 'odd' ? [refused('route')] : accept(message))
    second.setUp(false)
    await startNode(t, [first, second])
    const odd = await send({ text: 'odd' })
    const plain = [await send(), await send()]
    for (const smsId of plain) await untilState(smsId, 'submitted')
    assert.equal(await stateOf(odd), undefined)
    second.setUp(true)
    await untilState(odd, 'submitted')
  })

  it('what both refuse is refused', async (t) => {
    const { first, second } = twoLinks()
    second.answer = () => [refused('link')]
    await startNode(t, [first, second])
    const smsId = await send()
    await untilState(smsId, 'refused-by-network')
    assert.equal(first.submitted.length + second.submitted.length, 2)
    assert.deepEqual(await eventsOf(smsId), ['FAILED'])
  })

  it('what is refused for the message goes nowhere else', async (t) => {
    const [first, second] = [new FakeLink('a'), new FakeLink('b')]
    for (const link of [first, second]) link.answer = () => [refused('message')]
    await startNode(t, [first, second])
    const smsId = await send()
    await untilState(smsId, 'refused-by-network')
    assert.equal(first.submitted.length + second.submitted.length, 1)
  })
})
