import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import erpB from '../src/index.ts'

const RENAMED = { key: ['token'], recipients: ['phones', 'phone'], text: ['body'], reference: ['label'] }

const GOOD = { token: CONFORMANCE_API_KEY, PHONE: '0821234567', body: 'Hello', label: 'R' }

for (const [name, request, answer] of [
  // spec: ERP-compatible endpoints | field | B: names can be changed by configuration -> renamed parameters: in a query
  ['in a query', { query: GOOD }, '1:27821234567:PENDING'],
  ['in a form', { method: 'POST', form: GOOD }, '1:27821234567:PENDING'],
  ['in JSON', { method: 'POST', json: GOOD }, /"sms_id":1,/],
  [
    'the usual names mean nothing any more',
    { query: { ...GOOD, token: '', apikey: 'x' } },
    'ERROR! [token] NOT PROVIDED',
  ],
  ['errors show the names as they are', { query: { ...GOOD, PHONE: '' } }, /^ERROR! \[phones\] or \[phone\] List/],
] as const) {
  test(`renamed parameters: ${name}`, () =>
    withAdapterKit(erpB, { config: RENAMED }, async (kit) => {
      const { text } = await kit.request({ path: '/api/http/erp-b/main.ashx', ...request })
      if (answer instanceof RegExp) assert.match(text, answer)
      else assert.equal(text, answer)
      const isSent = kit.engine.messages.some((message) => message.text === 'Hello' && message.reference === 'R')
      assert.equal(isSent, !text.startsWith('ERROR!'))
    }))
}
