import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NATIONAL_LANGUAGES } from '@heliograph/contracts'
import fc from 'fast-check'
import { decodeGsm, encodeGsm, isShiftHeader, readShiftTables, type ShiftTables, shiftHeader } from '../src/index.ts'
import { lockingTable, singleTable } from '../src/national-tables.ts'
import './fixed-seed.ts'

const read = (hex: string) => readShiftTables(Buffer.from(hex, 'hex'))

describe('headers that name tables', () => {
  const headers: readonly (readonly [hex: string, ShiftTables | undefined])[] = [
    ['240101', { single: 1, locking: 0 }],
    ['250101', { single: 0, locking: 1 }],
    ['250103240103', { single: 3, locking: 3 }],
    ['0003070201240102', { single: 2, locking: 0 }],
    ['08040007020125010D', { single: 0, locking: 13 }],
    ['240101240102', { single: 2, locking: 0 }],
    ['', undefined],
    ['0003070201', undefined],
    ['24010E', undefined],
    ['24020101', undefined],
    ['2401', undefined],
    ['24', undefined],
  ]
  for (const [hex, tables] of headers) test(`read ${hex || 'none'}`, () => assert.deepEqual(read(hex), tables))

  const alone: readonly (readonly [hex: string, boolean])[] = [
    ['240101', true],
    ['250103240103', true],
    ['', false],
    ['0003070201240102', false],
    ['24020101', false],
  ]
  for (const [hex, isAlone] of alone)
    test(`'${hex}' ${isAlone ? 'only names' : 'does not only name'} tables`, () =>
      assert.equal(isShiftHeader(hex), isAlone))

  test('are read as they were written', () => {
    const identifiers = fc.nat(NATIONAL_LANGUAGES.length)
    fc.assert(
      fc.property(identifiers, identifiers, (single, locking) => {
        const header = shiftHeader({ single, locking })
        assert.deepEqual(read(header), single + locking === 0 ? undefined : { single, locking })
        assert.equal(isShiftHeader(header), single + locking > 0)
      }),
    )
  })
})

describe('texts in tables of a language', () => {
  const TEXTS: readonly (readonly [name: string, ShiftTables, text: string, hex: string])[] = [
    ['Turkish, single shift', { single: 1, locking: 0 }, 'dağ €', '64611b67201b65'],
    ['Turkish, locking shift', { single: 0, locking: 1 }, 'dağ €{', '64610c20041b28'],
    // The example of Infobip's documentation.
    ['Spanish, single shift', { single: 2, locking: 0 }, 'Ú', '1b55'],
    ['Hindi, locking shift', { single: 0, locking: 6 }, '\u0928\u092e', '2f42'],
    ['Hindi, both', { single: 6, locking: 6 }, '\u0928\u092e A', '2f42201b41'],
  ]
  for (const [name, tables, text, hex] of TEXTS)
    test(name, () => {
      assert.equal(encodeGsm(text, tables).toString('hex'), hex)
      assert.equal(decodeGsm(Buffer.from(hex, 'hex'), tables), text)
    })

  test('what the tables lack becomes a question mark', () => {
    assert.equal(encodeGsm('aя', { single: 1, locking: 0 }).toString('latin1'), 'a?')
  })

  const DECODED: readonly (readonly [name: string, hex: string, text: string])[] = [
    ['a septet without a character after an escape is that without one', '1b610b', 'aĞ'],
    ['an escape at the end is a blank', '611b', 'a '],
    ['two escapes are a blank', '1b1b61', ' a'],
    ['octets that are no septets', '61ff', 'a?'],
  ]
  for (const [name, hex, text] of DECODED)
    test(name, () => assert.equal(decodeGsm(Buffer.from(hex, 'hex'), { single: 0, locking: 1 }), text))

  test('come back as they were encoded, in any two tables', () => {
    const identifiers = fc.nat(NATIONAL_LANGUAGES.length)
    const texts = fc.tuple(identifiers, identifiers).chain(([single, locking]) => {
      const tables = [lockingTable(locking), singleTable(single)]
      const characters = tables.flatMap(({ characters }) => characters.filter((character) => character !== ''))
      return fc.record({
        tables: fc.constant({ single, locking }),
        text: fc.string({ unit: fc.constantFrom(...characters), maxLength: 200 }),
      })
    })
    fc.assert(fc.property(texts, ({ tables, text }) => decodeGsm(encodeGsm(text, tables), tables) === text))
  })
})
