import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodePdu, type PduDraft } from '@heliograph/smpp'
import { describePdu } from '../src/describe-pdu.ts'
import { until, withSmsc } from './harness.ts'

const SECRET = 'Kd83mQ'
const WORDS = 'Meet me at noon'
const bind = { systemId: 'gateway', password: SECRET, sequenceNumber: 1 } as const
const text = { shortMessage: Buffer.from(WORDS), sequenceNumber: 2 } as const
const payload = { tlvs: { messagePayload: Buffer.from(WORDS) }, sequenceNumber: 3 } as const
const source = { ton: 5, npi: 0, address: 'Shop' }
const destination = { ton: 1, npi: 1, address: '27831234567' }

/** Appends an optional parameter with a text, whose header may give a wrong length. */
function withPayload(frame: Buffer, reported = WORDS.length): Buffer {
  const tlv = Buffer.from([0x04, 0x24, 0, reported])
  const longer = Buffer.concat([frame, tlv, Buffer.from(WORDS)])
  longer.writeUInt32BE(longer.length, 0)
  return longer
}

function cut(frame: Buffer, length: number): Buffer {
  const shorter = Buffer.from(frame.subarray(0, length))
  shorter.writeUInt32BE(length, 0)
  return shorter
}

const message = encodePdu({ command: 'submit_sm', ...text })
const login = encodePdu({ command: 'bind_transceiver', ...bind })

/** Whether the text is visible when texts are kept; the password never is. */
const TABLE: readonly (readonly [name: string, frame: Buffer | PduDraft, hasText: boolean])[] = [
  ['bind_transmitter', { command: 'bind_transmitter', ...bind }, false],
  ['bind_receiver', { command: 'bind_receiver', ...bind }, false],
  ['bind_transceiver', login, false],
  ['outbind', { command: 'outbind', ...bind }, false],
  ['a bind that ends in its password', cut(login, 16 + 'gateway'.length + 1 + SECRET.length), false],
  ['a bind that cannot be read', cut(login, login.length - 1), false],
  ['submit_sm', message, true],
  ['submit_sm with message_payload', { command: 'submit_sm', ...payload }, true],
  ['deliver_sm', { command: 'deliver_sm', ...text }, true],
  ['deliver_sm with both', { command: 'deliver_sm', ...text, ...payload }, true],
  ['data_sm', { command: 'data_sm', ...payload }, true],
  ['replace_sm', { command: 'replace_sm', ...text }, true],
  ['submit_multi', { command: 'submit_multi', ...text, destinations: [destination] }, true],
  ['a second message_payload', withPayload(encodePdu({ command: 'submit_sm', ...payload })), true],
  ['a message_payload past the end', withPayload(message, 200), true],
  ['a text that is cut off', cut(message, message.length - 1), true],
  ['an unknown command', Buffer.from(message).fill(0x0f, 7, 8), true],
]

describe('blanked is', () => {
  for (const [name, frame, hasText] of TABLE)
    test(name, () => {
      const octets = Buffer.isBuffer(frame) ? frame : encodePdu(frame)
      const shown = (keepsTexts: boolean) => {
        const { fields, octets: hex, length } = describePdu(octets, keepsTexts)
        assert.deepEqual([hex.length, length], [2 * octets.length, octets.length])
        return JSON.stringify([fields, Buffer.from(hex.replaceAll('*', '0'), 'hex').toString('latin1')])
      }
      const [discreet, frank] = [shown(false), shown(true)]
      assert.ok(![discreet, frank].some((each) => each.includes(SECRET.slice(0, -1))), frank)
      assert.ok(!discreet.includes(WORDS.slice(0, -1)), discreet)
      assert.equal(frank.includes(WORDS.slice(0, -1)), hasText, frank)
    })
})

test('a PDU is told with its fields', () => {
  const { octets, ...reported } = describePdu(
    encodePdu({
      command: 'submit_sm',
      ...text,
      source,
      destination,
      dataCoding: 8,
      tlvs: { receiptedMessageId: 'a7', others: [{ tag: 0x1403, value: Buffer.from([1, 2]) }] },
    }),
    false,
  )
  const fields = Object.fromEntries(reported.fields.map(({ name, value }) => [name, value]))
  assert.equal(octets.match(/\*+/)?.[0].length, 2 * WORDS.length)
  assert.deepEqual([reported.command, reported.status, reported.sequenceNumber], ['submit_sm', 'ESME_ROK', 2])
  const { source: from, destination: to, short_message, data_coding, receipted_message_id } = fields
  assert.deepEqual([from, to, short_message, data_coding], ['5 0 Shop', '1 1 27831234567', '*** (15)', '8'])
  assert.deepEqual([receipted_message_id, fields['0x1403'], fields.service_type], ['a7', '0102', undefined])
})

test('of a long PDU the beginning is told', () => {
  const draft = { command: 'data_sm', tlvs: { messagePayload: Buffer.alloc(60_000, 'x') } } as const
  const reported = describePdu(encodePdu(draft), true)
  assert.equal(reported.octets.length, 800)
  assert.ok(JSON.stringify(reported).length < 5_000)
})

describe('a link', () => {
  test('keeps none unless it is told to', async () => {
    await withSmsc({}, async ({ link, submit }) => {
      await submit()
      assert.deepEqual(link.lastPdus?.(), [])
    })
  })

  test('keeps those of all its connections, the last ones, newest first', async () => {
    const settings = { bind: 'transmitter-receiver', receipts: 'none', keepPdus: { count: 6 } }
    await withSmsc({ link: settings }, async ({ link, smsc, submit }) => {
      const last = () => link.lastPdus?.() ?? []
      await until('the answers to both binds', () => last().length === 4)
      const binds = last().map(({ bind: kind, direction, command }) => `${direction} ${kind} ${command}`)
      assert.deepEqual([...binds].sort(), [
        'in receiver bind_receiver_resp',
        'in transmitter bind_transmitter_resp',
        'out receiver bind_receiver',
        'out transmitter bind_transmitter',
      ])
      assert.ok(last().every(({ peer }) => peer === `127.0.0.1:${smsc.port}`))
      for (let n = 0; n < 4; n += 1) await submit()
      const submits = last().map(({ direction, sequenceNumber }) => [direction, sequenceNumber])
      assert.deepEqual(
        submits,
        [5, 4, 3].flatMap((number) => [
          ['in', number],
          ['out', number],
        ]),
      )
    })
  })
})
