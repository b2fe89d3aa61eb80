import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSubscriptionLinks, measureMessage, recipientText } from '../src/index.ts'

const BASE = 'https://a.example/'
const site = { baseUrl: 'https://sms.example.com', sign: createSubscriptionLinks(Buffer.alloc(32)).sign }
const owner = () => ({ clientId: 1001, bases: { optOutLinkBase: BASE }, site })
/** The length of a link without the number. */
const LINK = `${BASE}1001/opt/out/`.length

describe('the text of recipients', () => {
  test('one without links is measured once, and no links are requested', () => {
    const text = recipientText({ text: 'Hello {name}' }, () => assert.fail())
    assert.equal(text.measureFor('27821234567'), text.measureFor(undefined))
    assert.deepEqual([text.mostParts, text.excess], [1, undefined])
  })

  test('one that is too long for all counts for nothing', () => {
    const { excess, mostParts } = recipientText({ text: 'x'.repeat(153 * 255 + 1) }, owner)
    assert.match(excess ?? '', /256 parts/)
    assert.equal(mostParts, 0)
  })

  test('links are in it before its parts are counted', () => {
    const fits = recipientText({ text: `${'x'.repeat(160 - LINK - 11)}{opt_out_link}` }, owner)
    assert.equal(fits.measureFor('27821234567').parts, 1)
    assert.equal(fits.measureFor('278212345678').parts, 2)
    assert.equal(fits.mostParts, 2)
  })

  test('every recipient has its own, measured as by itself', () => {
    const text = recipientText({ text: '€ {opt_out_link} {opt_in_link}' }, owner)
    for (const recipient of ['27821234567', '27829999999', '4912345', undefined]) {
      const measured = text.measureFor(recipient)
      assert.deepEqual(measured, measureMessage({ text: measured.body }))
      assert.ok(measured.body.includes(`${BASE}1001/opt/out/${recipient ?? ''} `))
    }
  })

  test('every recipient has its own in tables of a language, where capitals of a signature may take more', () => {
    const language = { languages: ['hi'] } as const
    const text = recipientText({ text: `${'\u0928'.repeat(100)} {opt_out_link}`, language }, owner)
    for (const recipient of ['27821234567', '27829999999', undefined]) {
      const measured = text.measureFor(recipient)
      assert.deepEqual(measured, measureMessage({ text: measured.body, language }))
      assert.equal(measured.userDataHeader, '250106240106')
    }
  })

  test('with links it may be too long for some', () => {
    const text = recipientText({ text: `${'x'.repeat(153 * 255 - LINK - 11)}{opt_out_link}` }, owner)
    assert.equal(text.measureFor('27821234567').excess, undefined)
    assert.match(text.measureFor('278212345678').excess ?? '', /256 parts/)
  })

  const DATA = [
    { text: '7B6F70745F6F75745F6C696E6B7D', encoding: 'binary' },
    { text: '{opt_out_link}', userDataHeader: '0003070201' },
  ] as const
  for (const content of DATA) {
    test(`data stay as they are: ${JSON.stringify(content)}`, () => {
      assert.equal(recipientText(content, () => assert.fail()).measureFor('27821234567').body, content.text)
    })
  }
})
