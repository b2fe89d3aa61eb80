import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLinkId, parseLinkId } from '../src/index.ts'

test('the id of a link tells its carrier and its name', () => {
  const id = formatLinkId('operator-1', 'main')
  assert.equal(id, 'operator-1/main')
  assert.deepEqual(parseLinkId(id), { carrier: 'operator-1', name: 'main' })
})
