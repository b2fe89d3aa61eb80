import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatMessageId, parseMessageId } from '../src/index.ts'
import './fixed-seed.ts'

const SALT = Uint8Array.from({ length: 16 }, (_, index) => (index * 53 + 201) & 0xff)
const OTHER_SALT = SALT.map((octet) => octet ^ 0x5a)
const TIME_MS = Date.UTC(2026, 0, 31, 8, 15)

const salts = fc.uint8Array({ minLength: 16, maxLength: 16 })
const smsIds = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.maxSafeNat().filter((id) => id > 0),
)
const times = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe('formatMessageId', () => {
  // spec: Send result (v2) | rule | messages[].messageId that was generated has the shape of a UUID
  it('makes version-7 UUIDs that start with the time', () => {
    const id = formatMessageId(SALT, 42, TIME_MS)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), TIME_MS)
  })

  it('always has the version and variant bits, and gives back what it was made of', () => {
    fc.assert(
      fc.property(salts, smsIds, times, (salt, smsId, acceptedAtMs) => {
        const id = formatMessageId(salt, smsId, acceptedAtMs)
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        assert.deepEqual(parseMessageId(salt, id), { smsId, acceptedAtMs })
        assert.deepEqual(parseMessageId(salt, id.toUpperCase()), { smsId, acceptedAtMs })
      }),
      { numRuns: 2000 },
    )
  })

  it('gives different deployments different ids for the same message', () => {
    assert.notEqual(formatMessageId(SALT, 42, TIME_MS), formatMessageId(OTHER_SALT, 42, TIME_MS))
  })

  const refused: readonly (readonly [string, Uint8Array, number, number])[] = [
    ['a salt of another length', SALT.slice(1), 1, TIME_MS],
    ['zero', SALT, 0, TIME_MS],
    ['a number past the safe integers', SALT, 2 ** 53, TIME_MS],
    ['a fraction', SALT, 1.5, TIME_MS],
    ['a time before 1970', SALT, 1, -1],
    ['a time past 48 bits', SALT, 1, 2 ** 48],
    ['no time', SALT, 1, Number.NaN],
  ]
  for (const [name, salt, smsId, time] of refused) {
    it(`refuses ${name}`, () => assert.throws(() => formatMessageId(salt, smsId, time), RangeError))
  }
})

describe('parseMessageId', () => {
  const own = formatMessageId(SALT, 42, TIME_MS)
  const foreign: readonly (readonly [string, string])[] = [
    ['an empty text', ''],
    ['a text of a client', 'order-4711'],
    ['a random UUID', randomUUID()],
    ['an id of another deployment', formatMessageId(OTHER_SALT, 42, TIME_MS)],
    ['an id with another version', `${own.slice(0, 14)}4${own.slice(15)}`],
    ['an id with another variant', `${own.slice(0, 19)}c${own.slice(20)}`],
    ['an id without hyphens', own.replaceAll('-', '')],
    ['an id with something after it', `${own} `],
  ]
  for (const [name, text] of foreign) {
    it(`knows ${name} for foreign`, () => assert.equal(parseMessageId(SALT, text), undefined))
  }

  it('never throws and never accepts a number it could not have given out', () => {
    const texts = fc.oneof(fc.uuid(), fc.uuid({ version: 7 }), fc.string())
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseMessageId(SALT, text)
        assert.ok(parsed === undefined || (Number.isSafeInteger(parsed.smsId) && parsed.smsId > 0))
      }),
    )
  })
})
