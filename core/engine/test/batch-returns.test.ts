import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import type { WaitingPlace } from '../src/outbound/batches/batch-statements.ts'
import type { BatchEnds } from '../src/outbound/dispatch/batch-ends.ts'
import { BatchReturns } from '../src/outbound/dispatch/batch-returns.ts'
import { queued } from './support/queued.ts'

const BULK = { clientId: 1001, bulkId: 'b' }

interface Row {
  readonly name: string
  readonly place: WaitingPlace
  readonly heard: readonly string[]
}

const ROWS: readonly Row[] = [
  {
    name: 'that a paused bulk has',
    place: { route: 'held:bulk-7:default', bulk: BULK, dueAt: null },
    heard: ['parked 1,2'],
  },
  {
    name: 'that wait for their turn in a slow bulk',
    place: { route: 'held:speed-3:default', bulk: BULK, dueAt: new Date(9) },
    heard: ['parked 1,2'],
  },
  {
    name: 'that wait for their hours under their own route',
    place: { route: 'default', bulk: BULK, dueAt: new Date(9) },
    heard: ['returned default'],
  },
]

for (const { name, place, heard } of ROWS)
  test(`messages ${name} are reported once they are in the table, and not before`, async () => {
    const clock = createManualClock()
    const calls: string[] = []
    let write = () => {}
    const written = new Promise<void>((resolve) => {
      write = resolve
    })
    const returns = new BatchReturns({
      clock,
      pool: {
        routes: [],
        isRouteOpen: () => true,
        drainRoute: none,
        takeForOthers: none,
        drain: none,
        push() {},
        pump() {},
      },
      ends: { giveBack: () => written } as unknown as BatchEnds,
      isHindered: () => false,
      placeOf: () => place,
      onGivenBack() {},
      onGone() {},
      onReturned: (route) => void calls.push(`returned ${route}`),
      onParked: (smsIds) => void calls.push(`parked ${smsIds}`),
    })
    const items = [queued(1), queued(2)]
    for (const item of items) {
      item.ticket.add(item.message.smsId)
      returns.park(item)
    }
    clock.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(calls, [])
    write()
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(calls, heard)
  })

function none(): readonly never[] {
  return []
}
