import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MailError, type MailMessage, type MessageEvent, type SmsReceived } from '@heliograph/contracts'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { headerLine, mailEvents } from '../src/index.ts'

const HOUR_MS = 3_600_000

function setUp(send: (mail: MailMessage) => void) {
  const clock = createManualClock()
  const logger = captureLogger()
  let [underWay, most] = [0, 0]
  const handler = mailEvents({
    mail: {
      async send(mail) {
        underWay += 1
        most = Math.max(most, underWay)
        await Promise.resolve()
        underWay -= 1
        send(mail)
      },
    },
    clock,
    logger,
    atOnce: 3,
    mailOf: async ({ incomingId, text }) =>
      text === '' ? undefined : { to: text, subject: '', text, idempotencyKey: `test:${incomingId}` },
  })
  const sms = (eventId: number, text = 'a@b.example'): SmsReceived => ({
    kind: 'sms-received',
    eventId,
    clientId: 1,
    channelId: 1,
    incomingId: eventId,
    encoding: 'gsm',
    from: '27831234567',
    to: '27820001234',
    text,
    receivedAt: new Date(clock.now()),
  })
  const hand = (events: readonly MessageEvent[], signal = new AbortController().signal) => handler(events, signal)
  return { clock, logger, sms, hand, most: () => most }
}

describe('mails about incoming SMS', () => {
  const ROWS: readonly (readonly [string, unknown, number, readonly number[], readonly string[]])[] = [
    ['taken', undefined, 0, [], []],
    ['put off', new MailError('temporary', 'later'), 23, [1], ['warn']],
    ['put off for a day', new MailError('temporary', 'later'), 24, [], ['error']],
    ['refused', new MailError('permanent', 'no such user'), 0, [], ['error']],
    ['met by something else', new Error('broken'), 0, [1], ['warn']],
  ]
  for (const [name, thrown, hours, again, levels] of ROWS)
    test(`that are ${name}`, async () => {
      const { clock, logger, sms, hand } = setUp(() => {
        if (thrown !== undefined) throw thrown
      })
      const event = sms(1)
      clock.advance(hours * HOUR_MS)
      assert.deepEqual(await hand([event]), again)
      assert.deepEqual(
        logger.at('warn', 'error').map(({ level }) => level),
        levels,
      )
    })

  test('are sent for those that need one, a few at once; one that fails holds up nobody', async () => {
    const sent: string[] = []
    const { sms, hand, most, logger } = setUp(({ idempotencyKey }) => {
      if (idempotencyKey === 'test:2') throw new MailError('temporary', 'later')
      sent.push(idempotencyKey)
    })
    const events = Array.from({ length: 10 }, (_, index) => sms(index + 1, index === 4 ? '' : 'a@b.example'))
    assert.deepEqual(await hand(events), [2])
    assert.equal(sent.length, 8)
    assert.equal(most(), 3)
    assert.equal(logger.at('warn').length, 1)
  })

  test('are left for another time when the signal has aborted, without a word', async () => {
    const { sms, hand, logger } = setUp(() => assert.fail('it was sent'))
    const again = (await hand([sms(1), sms(2)], AbortSignal.abort())) as readonly number[]
    assert.deepEqual(again.toSorted(), [1, 2])
    assert.deepEqual(logger.at('warn', 'error'), [])
  })
})

describe('a line of a header', () => {
  const ROWS: readonly (readonly [string, string])[] = [
    ['Hello', 'Hello'],
    ['Hello\r\nBcc: all@example.com', 'Hello Bcc: all@example.com'],
    ['a\nb\rc\u0000d\u0085e\u2028f', 'a b c d e f'],
    ['  spaces kept  inside ', 'spaces kept  inside'],
    ['🙂'.repeat(201), '🙂'.repeat(200)],
  ]
  for (const [text, line] of ROWS)
    test(`of ${JSON.stringify(text).slice(0, 40)}`, () => assert.equal(headerLine(text), line))
})
