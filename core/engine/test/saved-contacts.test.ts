import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Contacts } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

describe('saving a contact with a status', () => {
  let node: Harness
  before(async () => {
    // Nothing is handed over: there is no link.
    node = await startEngine()
  })
  after(() => node.close())

  const rows = [
    ['opted-in', 'queued'],
    ['opted-out', 'opted-out'],
  ] as const
  for (const [status, state] of rows)
    it(`${status}: a message that waits for it is ${state}`, async () => {
      const mobile = `2782111000${rows.findIndex(([each]) => each === status)}`
      const { entries } = await node.submit({ to: mobile })
      const contacts = find(node.engine.services, Contacts)
      const outcomes = await contacts.save(node.principal, [{ mobile: `+${mobile}`, status }])
      assert.deepEqual(
        outcomes.map(({ result }) => result),
        ['added'],
      )
      assert.equal(await node.stateOf(entries[0]?.smsId as number), state)
      // What was said last is what counts.
      assert.equal((await contacts.get(node.principal, `+${mobile}`))?.subscription?.status, status)
    })
})
