import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { assertNothingLeft } from './good-conduct.ts'

/** Turns of the loop within which a request reaches the service or the server that it waits for. */
const TURNS = 50

/**
 * The host's signal ends when it waits no longer: a request that still waits, for its transaction or for another server
 * that never answers, does not keep the instance from stopping.
 */
export function stopChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  if (!row || !suite.module.capabilities.http) return []
  return [
    {
      name: `stops when its signal ends, though a request waits: ${row.name}`,
      async run() {
        const kit = await createAdapterKit(suite.module, suite.world)
        await kit.start()
        const request = await prepareRow(row, kit)
        kit.http.hang()
        const commit = kit.asked.hold()
        const answered = kit.request(request).catch(() => undefined)
        await turns()
        const stopping = new AbortController()
        const stopped = kit.stop(stopping.signal)
        await turns()
        stopping.abort()
        try {
          await stopped
        } finally {
          commit.release()
          await answered
        }
        await assertNothingLeft(kit)
      },
    },
  ]
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
}
