import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withCallers } from './support/key-caller.ts'

// A leap second has the form of a time, but is no moment that a clock can have.
const NEVER = '2016-12-31T23:59:60Z'

const REQUESTS: readonly (readonly [method: string, path: string, field: string, body?: object])[] = [
  ['GET', `/messages?since=${NEVER}`, 'since'],
  ['GET', `/messages?until=${NEVER}`, 'until'],
  ['GET', `/webhooks?since=${NEVER}`, 'since'],
  ['GET', `/audit-log?since=${NEVER}`, 'since'],
  ['POST', '/send', 'sendAt', { recipients: ['+27821234567'], text: 'hello', sendAt: NEVER }],
  ['PATCH', '/scheduled/a-bulk', 'sendAt', { sendAt: NEVER }],
]

describe('a time that does not exist', () => {
  for (const [method, path, field, body] of REQUESTS)
    test(`${method} ${path.replace(/\?.*/, '')}: is refused as ${field}`, async () => {
      await withCallers(async ({ ask, kit }) => {
        const { status, json } = await ask('admin', method as 'GET', path, body)
        assert.equal(status, 400)
        assert.deepEqual(Object.keys(json.details), [field])
        assert.equal(kit.engine.messages.length, 0)
      })
    })
})
