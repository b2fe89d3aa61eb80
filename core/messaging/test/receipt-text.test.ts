import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  formatReceiptText,
  parseReceiptText,
  receiptStatusOfMessageState,
  receiptStatusOfStat,
  SMPP_STATES,
  stateAfterReceipt,
} from '../src/index.ts'
import './fixed-seed.ts'

const SUBMITTED_AT = new Date('2026-01-31T08:15:42Z')
const DONE_AT = new Date('2026-01-31T08:16:07Z')

describe('formatReceiptText', () => {
  const base = { id: '1234567', stat: 'DELIVRD', submittedAt: SUBMITTED_AT, doneAt: DONE_AT, errorId: null } as const

  it('writes every field at its width', () => {
    assert.equal(
      formatReceiptText({ ...base, text: 'Your parcel has arrived at the depot' }),
      'id:1234567 sub:001 dlvrd:001 submit date:2601310815 done date:2601310816 stat:DELIVRD err:000 text:Your parcel has arri',
    )
  })

  it('counts nothing as delivered when it was not', () => {
    const text = formatReceiptText({ ...base, stat: 'UNDELIV', errorId: 1, text: 'Hi' })
    assert.match(text, /^id:1234567 sub:001 dlvrd:000 .* stat:UNDELIV err:001 text:Hi$/)
  })

  it('sends an error code of three characters at most', () => {
    assert.match(formatReceiptText({ ...base, stat: 'EXPIRED', errorId: 4098, text: '' }), / err:255 text:$/)
    assert.match(formatReceiptText({ ...base, stat: 'REJECTD', errorId: 632, text: '' }), / err:632 text:$/)
  })

  it('keeps the text ASCII', () => {
    assert.match(formatReceiptText({ ...base, text: 'Çafé 😀\nnew' }), / text:\?af\? \?\?new$/)
    assert.match(formatReceiptText({ ...base, text: 'a@b_$[~] #1' }), / text:a\?b\?\?\?\?\? #1$/)
  })

  it('is read by the patterns of Kannel, Cloudhopper and Jasmin', () => {
    const text = formatReceiptText({ ...base, text: 'Hello' })
    const kannel =
      /^id:\S{1,64} sub:\d+ dlvrd:\d+ submit date:\d{1,14} done date:\d{1,14} stat:\S{1,15} err:\S{1,3}(?: |$)/
    const jasmin = /id:[\dA-Za-z_-]+ .*stat:\w{7} err:\w{1,3} /
    assert.match(text, kannel)
    assert.match(text, jasmin)
  })
})

describe('parseReceiptText', () => {
  const nothing = {
    id: undefined,
    stat: undefined,
    submitted: undefined,
    delivered: undefined,
    submittedAt: undefined,
    doneAt: undefined,
    error: undefined,
    text: undefined,
  }
  const minute = (iso: string) => new Date(`${iso}Z`)
  const full =
    'id:0913121205 sub:001 dlvrd:001 submit date:2601310815 done date:2601310816 stat:DELIVRD err:000 text:Hello stat:X'
  const rows: readonly (readonly [string, string, object | undefined])[] = [
    [
      'a complete receipt',
      full,
      {
        id: '0913121205',
        stat: 'DELIVRD',
        submitted: 1,
        delivered: 1,
        submittedAt: minute('2026-01-31T08:15'),
        doneAt: minute('2026-01-31T08:16'),
        error: '000',
        text: 'Hello stat:X',
      },
    ],
    [
      'Text: with a capital',
      'id:1 stat:UNDELIV err:1 Text:Hi there',
      { id: '1', stat: 'UNDELIV', error: '1', text: 'Hi there' },
    ],
    ['no text at all', 'id:1 stat:EXPIRED', { id: '1', stat: 'EXPIRED' }],
    ['an empty text', 'id:1 stat:EXPIRED text:', { id: '1', stat: 'EXPIRED', text: '' }],
    ['a UUID as id', 'id:0a1b-2c stat:DELIVRD', { id: '0a1b-2c', stat: 'DELIVRD' }],
    ['a missing id', 'stat:REJECTD err:045', { stat: 'REJECTD', error: '045' }],
    ['a missing stat', 'id:77 err:045', { id: '77', error: '045' }],
    ['an empty id', 'id: stat:DELIVRD', { stat: 'DELIVRD' }],
    ['lower case', 'ID:9 Stat:delivrd', { id: '9', stat: 'DELIVRD' }],
    ['fields in another order', 'stat:DELIVRD id:5', { id: '5', stat: 'DELIVRD' }],
    ['field names inside the text only', 'id:5 text:stat:DELIVRD id:6', { id: '5', text: 'stat:DELIVRD id:6' }],
    ['dates with seconds', 'id:1 done date:260131081607', { id: '1', doneAt: minute('2026-01-31T08:16:07') }],
    ['dates with a four-digit year', 'id:1 done date:202601310816', { id: '1', doneAt: minute('2026-01-31T08:16') }],
    ['dates of 14 digits', 'id:1 done date:20260131081607', { id: '1', doneAt: minute('2026-01-31T08:16:07') }],
    ['an impossible date', 'id:1 done date:2613310816', { id: '1' }],
    ['the 30th of February', 'id:1 done date:2602300816', { id: '1' }],
    ['a date of another length', 'id:1 done date:26013108', { id: '1' }],
    ['counts that are no numbers', 'id:1 sub:abc dlvrd:-1', { id: '1' }],
    ['counts without leading zeros', 'id:1 sub:3 dlvrd:2', { id: '1', submitted: 3, delivered: 2 }],
    ['an ordinary message', 'See you at 8, my paid:5', undefined],
    ['nothing', '', undefined],
    ['binary garbage', '\u0000\u0001\ufffd', undefined],
  ]
  for (const [name, text, fields] of rows) {
    it(`reads ${name}`, () => {
      assert.deepEqual(parseReceiptText(text), fields === undefined ? undefined : { ...nothing, ...fields })
    })
  }

  it('reads back what formatReceiptText wrote', () => {
    const dates = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000))
    const stats = fc.constantFrom(...Object.values(SMPP_STATES).map((state) => state.stat))
    const ids = fc.stringMatching(/^[0-9a-z-]{1,40}$/)
    fc.assert(
      fc.property(ids, stats, dates, dates, fc.string(), (id, stat, submittedAt, doneAt, text) => {
        const parsed = parseReceiptText(formatReceiptText({ id, stat, submittedAt, doneAt, errorId: 27, text }))
        assert.ok(parsed)
        assert.deepEqual(
          {
            id: parsed.id,
            stat: parsed.stat,
            submittedAt: parsed.submittedAt,
            doneAt: parsed.doneAt,
            error: parsed.error,
          },
          { id, stat, submittedAt, doneAt, error: '027' },
        )
      }),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseReceiptText(text) !== null))
  })
})

describe('SMPP states', () => {
  const rows = [
    ['enroute', 'ENROUTE', 1, 'submitted'],
    ['delivered', 'DELIVRD', 2, 'delivered'],
    ['expired', 'EXPIRED', 3, 'expired'],
    ['deleted', 'DELETED', 4, 'cancelled'],
    ['undeliverable', 'UNDELIV', 5, 'undeliverable'],
    ['accepted', 'ACCEPTD', 6, 'submitted'],
    ['unknown', 'UNKNOWN', 7, 'unconfirmed'],
    ['rejected', 'REJECTD', 8, 'refused-by-network'],
  ] as const
  for (const [status, stat, messageState, state] of rows) {
    it(`reads ${stat} and ${messageState} as ${status}, which makes a message ${state}`, () => {
      assert.deepEqual(SMPP_STATES[status], { stat, messageState })
      assert.equal(receiptStatusOfStat(stat), status)
      assert.equal(receiptStatusOfStat(stat.toLowerCase()), status)
      assert.equal(receiptStatusOfMessageState(messageState), status)
      assert.equal(stateAfterReceipt(status), state)
    })
  }

  it('does not know other words and numbers', () => {
    assert.equal(receiptStatusOfStat('SKIPPED'), undefined)
    assert.equal(receiptStatusOfMessageState(0), undefined)
    assert.equal(receiptStatusOfMessageState(9), undefined)
  })
})
