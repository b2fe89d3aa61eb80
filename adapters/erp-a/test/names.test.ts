import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import erpA from '../src/index.ts'

const RENAMED = {
  account: ['company', 'mandant'],
  key: ['secret'],
  recipients: ['phones'],
  text: ['body'],
  reference: ['label'],
}

const GOOD = `company=1001&secret=${CONFORMANCE_API_KEY}&phones=0821234567&body=Hello&label=R`

for (const [name, query, body] of [
  // spec: ERP-compatible endpoints | field | A: names can be changed by configuration -> names: renamed parameters
  ['renamed parameters', GOOD, '1:27821234567:PENDING'],
  ['an alias of one', GOOD.replace('company', 'MANDANT'), '1:27821234567:PENDING'],
  [
    'the usual names mean nothing any more',
    GOOD.replace('company', 'account'),
    'ERROR! [company] or [mandant] NOT PROVIDED',
  ],
  ['errors show the names as they are', GOOD.replace('phones', 'recipient_addr'), /^ERROR! \[phones\] List/],
] as const) {
  test(`names: ${name}`, () =>
    withAdapterKit(erpA, { config: RENAMED }, async (kit) => {
      const { text } = await kit.request({ path: '/api/http/ErpAConnect.ashx', query })
      if (body instanceof RegExp) assert.match(text, body)
      else assert.equal(text, body)
      assert.deepEqual(
        kit.engine.messages.map(({ reference, text }) => [text, reference]),
        text.startsWith('1:') ? [['Hello', 'R']] : [],
      )
    }))
}
