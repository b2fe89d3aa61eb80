import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { KeptReceipts } from '../src/outbound/receipts/kept-receipts.ts'

describe('receipts that were kept', () => {
  it('may wait for submissions with their id, in any of its spellings, and for no other', () => {
    const kept = new KeptReceipts(createManualClock())
    assert.deepEqual(kept.waitingFor(['255']), [])
    kept.note('ff')
    kept.note('N-1')
    assert.deepEqual(kept.waitingFor(['255', 'N-1', 'N-2', '254']), ['255', 'N-1'])
  })

  it('are forgotten after a minute; one that comes again waits again', () => {
    const clock = createManualClock()
    const kept = new KeptReceipts(clock)
    kept.note('N-1')
    kept.note('N-2')
    clock.advance(59_999)
    kept.note('N-1')
    assert.deepEqual(kept.waitingFor(['N-1', 'N-2']), ['N-1', 'N-2'])
    clock.advance(1)
    assert.deepEqual(kept.waitingFor(['N-1', 'N-2']), ['N-1'])
  })

  it('are not remembered without end', () => {
    const kept = new KeptReceipts(createManualClock())
    for (let number = 0; number < 50_000; number += 1) kept.note(`stray-${number}`)
    assert.deepEqual(kept.waitingFor(['stray-0', 'stray-49999']), ['stray-49999'])
  })
})
