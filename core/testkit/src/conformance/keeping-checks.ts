import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type WatchedWorld, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'

const REQUESTS = 100
/** Enough for all of them. */
const CREDIT = '1000000.00'
/** The last ones may still be held by what is under way. */
const MOST_KEPT = 10
/** Turns of the loop after which nothing is under way. */
const TURNS = 10
/** Between requests, so that no limit on requests refuses them. */
const PAUSE_MS = 60_000

/** An instance lives for months: what it keeps of each request fills the memory. */
export function keepingChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  if (!row || !suite.module.capabilities.http) return []
  const run = async () => {
    const seen: WeakRef<object>[] = []
    const world: WatchedWorld = {
      ...suite.world,
      account: { ...suite.world.account, credit: CREDIT },
      onRequest: (request) => void seen.push(new WeakRef(request)),
    }
    await withAdapterKit(suite.module, world, async (kit) => {
      const request = await prepareRow(row, kit)
      for (let count = 0; count < REQUESTS; count += 1) {
        kit.clock.advance(PAUSE_MS)
        await kit.request(request)
      }
      await collectGarbage()
      const kept = seen.filter((each) => each.deref() !== undefined).length
      assert.ok(kept <= MOST_KEPT, `${kept} of ${seen.length} requests are still in memory after they were answered`)
    })
  }
  return [{ name: `keeps no request in memory: ${row.name}`, run }]
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
  collect()
  await nextTurn()
}
