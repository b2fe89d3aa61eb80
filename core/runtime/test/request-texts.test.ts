import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpRequest } from '@heliograph/contracts'
import { blankText, formsOf, keepRequest, textsOf } from '../src/host/request-texts.ts'

const KEY = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6lM9o'
const PASSWORD = 'päss & "word" <1>'
const FORMS = [...formsOf(KEY), ...formsOf(PASSWORD)]

/** How a secret may stand in what a client sends; none of it may stay. */
const FORMS_OF_SECRETS: readonly (readonly [name: string, text: string, kept: string])[] = [
  ['a parameter', 'to=2782&key=other-key-1&msg=hi', 'to=2782&key=[redacted]&msg=hi'],
  ['a parameter in any case', 'User=a&Password=other-key-1', 'User=a&Password=[redacted]'],
  ['an encoded name', 'pass%77ord=other-key-1&to=1', 'pass%77ord=[redacted]&to=1'],
  ['a credential under another name', `to=1&x=${encodeURIComponent(PASSWORD)}`, 'to=1&x=[redacted]'],
  ['the same with plus for blanks', `x=${encodeURIComponent(PASSWORD).replaceAll('%20', '+')}`, 'x=[redacted]'],
  ['a field of JSON', '{"apikey": "other-key-1", "to": 1}', '{"apikey": "[redacted]", "to": 1}'],
  ['one with a quote', '{"password":"other\\"-key-1","to":1}', '{"password":"[redacted]","to":1}'],
  ['one that was cut', '{"to":1,"securityKey":"other-k', '{"to":1,"securityKey":"[redacted]"'],
  ['a number', '{"otp": 123456, "to": 1}', '{"otp": "[redacted]", "to": 1}'],
  ['a code', '{"code":"123456"}', '{"code":[redacted]}'],
  ['the code of an error', '{"code":"no-credit"}', '{"code":"no-credit"}'],
  ['an element', '<m:password>other-key-1</m:password><to>1</to>', '<m:password>[redacted]</m:password><to>1</to>'],
  [
    'one with attributes',
    '<key xsi:type="xsd:string">other-key-1</key>',
    '<key xsi:type="xsd:string">[redacted]</key>',
  ],
  ['one in CDATA', '<key><![CDATA[other<key]>-1]]></key>', '<key>[redacted]</key>'],
  ['one that was cut', '<key><![CDATA[other-key', '<key>[redacted]'],
  ['our key anywhere', `text ${KEY} text`, 'text [redacted] text'],
  ['a foreign key of that form', `text ${KEY.split('').reverse().join('')} text`, 'text [redacted] text'],
  [
    'a password in XML',
    `<x>${PASSWORD.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</x>`,
    '<x>[redacted]</x>',
  ],
  ['a password in JSON', `{"x":${JSON.stringify(PASSWORD)}}`, '{"x":"[redacted]"}'],
  [
    'nothing secret',
    '{"messages":[{"to":"2782","text":"The key is under the mat"}]}',
    '{"messages":[{"to":"2782","text":"The key is under the mat"}]}',
  ],
]

for (const [name, text, kept] of FORMS_OF_SECRETS)
  test(`what is kept of ${name}: ${text.slice(0, 30)}`, () => {
    assert.equal(blankText(text, FORMS), kept)
  })

test('a body in another encoding is not kept: it would hide what is secret', () => {
  const request = { path: '/x', query: '', body: Buffer.from('<key>other</key>', 'utf16le') } as unknown as HttpRequest
  assert.equal(textsOf(keepRequest(request, undefined, KEY), null).body, '[not shown: no UTF-8 text]')
})
