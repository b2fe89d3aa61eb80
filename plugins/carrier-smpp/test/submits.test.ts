import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PartOutcome } from '@heliograph/contracts'
import { STATUS } from '@heliograph/smpp'
import { outgoing } from './fixtures.ts'
import { acceptedIds, advanceUntil, textOf, until, withSmsc } from './harness.ts'

const kinds = (outcomes: readonly PartOutcome[]) => outcomes.map(({ kind }) => kind)

test('a message arrives as it was sent, and its id comes back', () =>
  withSmsc({}, async ({ smsc, submit }) => {
    const [id] = acceptedIds(await submit({ text: 'Grüße, 5 € für @you' }))
    const [received] = smsc.received
    assert.equal(received?.text, 'Grüße, 5 € für @you')
    assert.equal(received?.messageId, id)
    assert.equal(received?.from, '27820001234')
  }))

for (const longMessages of ['udh', 'udh16', 'sar']) {
  test(`a long message as ${longMessages}: each part has an id of its own`, () =>
    withSmsc({ link: { longMessages } }, async ({ smsc, submit }) => {
      const ids = acceptedIds(await submit(textOf(3)))
      assert.equal(new Set(ids).size, 3)
      await smsc.until('the text', () => smsc.texts.length === 1)
      assert.equal(smsc.texts[0]?.text, textOf(3).text)
      assert.deepEqual(
        smsc.texts[0]?.submits.map(({ messageId }) => messageId),
        ids,
      )
    }))
}

test('a long message in message_payload has one id', () =>
  withSmsc({ link: { longMessages: 'payload' } }, async ({ smsc, submit }) => {
    assert.equal(acceptedIds(await submit(textOf(3))).length, 1)
    assert.equal(smsc.received[0]?.text, textOf(3).text)
  }))

test('an answer without an id is taken for what it is', () =>
  withSmsc({ smsc: { behaviour: { otherwise: { messageId: () => '' } } } }, async ({ submit }) => {
    assert.deepEqual(await submit(), [{ kind: 'accepted', networkId: null }])
  }))

test('one part of three is refused: each part has its own outcome, and the rest goes out under the same reference', () =>
  withSmsc({}, async ({ smsc, submit, link }) => {
    smsc.script({}, { status: STATUS.RMSGQFUL }, {})
    const message = outgoing(textOf(3))
    assert.deepEqual(kinds(await link.submit(message)), ['accepted', 'try-later', 'accepted'])
    const again = await link.submit({ ...message, attempt: 2, only: [2] })
    assert.equal(acceptedIds(again).length, 1)
    await smsc.until('the whole text', () => smsc.texts.length === 1)
    assert.equal(smsc.texts[0]?.text, message.text)
    assert.deepEqual(
      smsc.received.map(({ segment }) => segment?.part),
      [1, 2, 3, 2],
    )
    assert.equal(new Set(smsc.received.map(({ segment }) => segment?.reference)).size, 1)
    // All parts have been accepted, so nothing is remembered any more.
    const third = await link.submit({ ...message, attempt: 3, only: [2] })
    assert.equal(third.length, 3)
    await submit()
  }))

test('queue full', () =>
  withSmsc({ smsc: { behaviour: { otherwise: { status: STATUS.RMSGQFUL } } } }, async ({ submit, link }) => {
    assert.deepEqual(await submit(), [{ kind: 'try-later', status: 'ESME_RMSGQFUL' }])
    assert.equal(link.status?.().state, 'up')
  }))

test('a refusal by generic_nack is one', () =>
  withSmsc({}, async ({ smsc, submit }) => {
    smsc.script({ status: STATUS.RINVCMDID, nack: true })
    assert.deepEqual(await submit(), [{ kind: 'refused', fault: 'link', status: 'ESME_RINVCMDID' }])
    acceptedIds(await submit())
  }))

test('throttling slows the link down and tells the engine, and every message gets its own answer', () =>
  withSmsc({ link: { rate: 100 } }, async ({ smsc, submit, link, changes, clock }) => {
    smsc.script({}, { status: STATUS.RTHROTTLED }, { status: STATUS.RTHROTTLED }, {})
    const before = changes()
    const outcomes = await Promise.all([submit(), submit(), submit(), submit()])
    assert.deepEqual(outcomes.flatMap(kinds), ['accepted', 'throttled', 'throttled', 'accepted'])
    assert.equal(changes(), before + 1)
    assert.equal(link.partsPerSecond, 50)
    const status = link.status?.()
    assert.equal(status?.state, 'paused')
    assert.equal(status?.throttles, 2)
    assert.match(status?.detail ?? '', /50\.0 parts a second/)
    clock.advance(60_000)
    assert.equal(link.partsPerSecond, 100)
    assert.equal(link.status?.().state, 'up')
    assert.equal(link.status?.().detail, null)
  }))

test('throttling keeps order: what is sent again keeps its place behind what went before', () =>
  withSmsc({ link: { window: 1 } }, async ({ smsc, submit }) => {
    // The engine puts a throttled message back at the head of the queue and sends it again first; a window of one shows
    // this.
    smsc.setBehaviour({ otherwise: { status: STATUS.RTHROTTLED, forFirst: 2 } })
    for (const text of ['1', '2', '3', '4']) {
      for (let outcome: string | undefined; outcome !== 'accepted'; ) outcome = (await submit({ text }))[0]?.kind
    }
    const accepted = smsc.received.filter(({ messageId }) => messageId !== undefined)
    assert.deepEqual(
      accepted.map(({ text }) => text),
      ['1', '2', '3', '4'],
    )
    assert.equal(smsc.received.length, 6)
  }))

test('window never exceeded, on any connection and whatever is asked', () =>
  withSmsc(
    { link: { window: 5, binds: 3 }, smsc: { window: 5, behaviour: { otherwise: { delayMs: 2 } } } },
    async ({ smsc, submit, link }) => {
      assert.equal(link.window, 15)
      const outcomes = await Promise.all(Array.from({ length: 100 }, (_, index) => submit(textOf((index % 8) + 1))))
      for (const outcome of outcomes) acceptedIds(outcome)
      assert.equal(smsc.binds.length, 3)
      for (const bind of smsc.binds) {
        assert.equal(bind.mostUnanswered, 5)
        assert.equal(bind.sequenceFaults, 0)
      }
      assert.equal(smsc.counts.throttled, 0)
    },
  ))

test('a message of more parts than the window is sent all the same', () =>
  withSmsc({ link: { window: 2 }, smsc: { window: 2 } }, async ({ submit }) => {
    assert.equal(acceptedIds(await submit(textOf(9))).length, 9)
  }))

test('without an answer in time the outcome is unknown, and the late answer is reported', () =>
  withSmsc({ link: { window: 1, enquireLinkMs: 0 } }, async ({ smsc, gateway, submit, clock, metrics, link }) => {
    smsc.script({ held: true })
    const lost = submit({ smsId: 7, attempt: 2 })
    await smsc.until('the submit', () => smsc.received.length === 1)
    clock.advance(60_000)
    assert.deepEqual(await lost, [{ kind: 'unknown' }])
    assert.equal(link.isUp(), true)
    smsc.answerHeld()
    await until('the late answer', () => gateway.lateAnswers.length === 1)
    const networkId = smsc.received[0]?.messageId ?? null
    assert.deepEqual(gateway.lateAnswers, [
      { carrier: 'operator', link: 'main', smsId: 7, attempt: 2, part: 1, outcome: { kind: 'accepted', networkId } },
    ])
    assert.equal(metrics.value('smpp_link_late_responses', { link: 'main' }), 1)
    acceptedIds(await submit())
  }))

test('a late refusal is one', () =>
  withSmsc({ link: { enquireLinkMs: 0 } }, async ({ smsc, gateway, submit, clock }) => {
    smsc.script({ held: true, status: STATUS.RINVDSTADR })
    const lost = submit()
    await smsc.until('the submit', () => smsc.received.length === 1)
    clock.advance(60_000)
    assert.deepEqual(
      (await lost).map(({ kind }) => kind),
      ['unknown'],
    )
    smsc.answerHeld()
    await until('the late answer', () => gateway.lateAnswers.length === 1)
    const { kind, ...refusal } = gateway.lateAnswers[0]?.outcome ?? assert.fail()
    assert.equal(kind, 'refused')
    assert.deepEqual(refusal, { fault: 'destination', status: 'ESME_RINVDSTADR', errorId: 351 })
  }))

test('a part that is answered late, but before the others of its message, is one of their outcomes', () =>
  withSmsc({ link: { window: 1, enquireLinkMs: 0 } }, async ({ smsc, gateway, submit, clock, metrics }) => {
    smsc.script({ held: true }, { held: true })
    const answered = submit(textOf(2))
    await smsc.until('the first part', () => smsc.received.length === 1)
    clock.advance(60_000)
    await smsc.until('the second part', () => smsc.received.length === 2)
    smsc.answerHeld()
    assert.equal(acceptedIds(await answered).length, 2)
    assert.equal(metrics.value('smpp_link_late_responses', { link: 'main' }), 1)
    assert.deepEqual(gateway.lateAnswers, [])
  }))

test('a message that went out whole is answered whole', () =>
  withSmsc({ link: { longMessages: 'payload', enquireLinkMs: 0 } }, async ({ smsc, gateway, submit, clock }) => {
    smsc.script({ held: true })
    const lost = submit(textOf(3))
    await smsc.until('the submit', () => smsc.received.length === 1)
    clock.advance(60_000)
    assert.deepEqual(await lost, [{ kind: 'unknown' }])
    smsc.answerHeld()
    await until('the late answer', () => gateway.lateAnswers.length === 1)
    assert.equal(gateway.lateAnswers[0]?.part, null)
  }))

test('a link that answers late gets more time and less at once, says so, and recovers', () =>
  withSmsc({ link: { window: 8, responseTimeoutMs: 1_000, enquireLinkMs: 0 } }, async (harness) => {
    const { smsc, gateway, submit, clock, link, log, changes } = harness
    smsc.script(...Array.from({ length: 4 }, () => ({ held: true })))
    const lost = Array.from({ length: 4 }, () => submit())
    await smsc.until('the submits', () => smsc.received.length === 4)
    const before = changes()
    clock.advance(1_000)
    assert.deepEqual((await Promise.all(lost)).flatMap(kinds), Array(4).fill('unknown'))
    assert.equal(link.window, 4)
    assert.equal(changes(), before + 1)
    clock.advance(300)
    smsc.answerHeld()
    await until('the late answers', () => gateway.lateAnswers.length === 4)
    assert.equal(link.window, 4)
    assert.equal(link.status?.().detail, 'answers late: given 2.6 s, and 4 parts at once, until further notice')
    assert.equal(log.entries.filter(({ level }) => level === 'warn').length, 2)
    // Nothing is given up any more.
    smsc.script({ held: true })
    const slow = submit()
    await smsc.until('the submit', () => smsc.received.length === 5)
    clock.advance(1_300)
    smsc.answerHeld()
    acceptedIds(await slow)
    for (let count = 0; count < 40; count += 1) acceptedIds(await submit())
    assert.equal(link.window, 8)
    assert.equal(link.status?.().detail, null)
  }))

test('a broken connection: what was handed over is unknown, what waited is not sent, and it comes up again', () =>
  withSmsc({ link: { window: 3 } }, async ({ smsc, submit, link, clock, changes }) => {
    smsc.setBehaviour({ otherwise: { noResponse: true } })
    const submits = Array.from({ length: 5 }, () => submit())
    await smsc.until('three submits', () => smsc.received.length === 3)
    const before = changes()
    smsc.dropConnections()
    const outcomes = await Promise.all(submits)
    assert.deepEqual(outcomes.flatMap(kinds), ['unknown', 'unknown', 'unknown', 'not-sent', 'not-sent'])
    assert.equal(link.isUp(), false)
    await until('the notice', () => changes() === before + 1)
    assert.deepEqual(await submit(), [{ kind: 'not-sent' }])
    assert.equal(link.status?.().state, 'connecting')
    smsc.setBehaviour({})
    await advanceUntil(clock, 'the link to be up', () => link.isUp())
    acceptedIds(await submit())
  }))

test('what one connection could not send any more goes over another', () =>
  withSmsc({ link: { window: 2, binds: 2 } }, async ({ smsc, submit, link }) => {
    smsc.setBehaviour({ by: ({ bind }) => (bind === smsc.binds[0] ? { noResponse: true } : {}) })
    const submits = Array.from({ length: 40 }, () => submit())
    await smsc.until('two submits', () => smsc.binds[0]?.submits === 2)
    smsc.binds[0]?.drop()
    const outcomes = (await Promise.all(submits)).flatMap(kinds)
    assert.deepEqual(
      [outcomes.filter((kind) => kind === 'unknown').length, outcomes.filter((kind) => kind === 'accepted').length],
      [2, 38],
    )
    assert.equal(link.isUp(), true)
    assert.equal(link.window, 2)
  }))

test('what cannot be written as a PDU is a fault of its own, not of the link', () =>
  withSmsc({}, async ({ smsc, submit }) => {
    const [outcome] = await submit({ from: 'Ж' })
    assert.equal(outcome?.kind, 'refused')
    assert.equal(smsc.received.length, 0)
    acceptedIds(await submit())
  }))
