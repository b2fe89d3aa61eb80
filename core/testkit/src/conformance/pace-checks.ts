import assert from 'node:assert/strict'
import { machinePace } from '../machine-pace.ts'
import { threadCpuMs } from '../thread-cpu.ts'
import { withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { bareSender } from './price-checks.ts'
import { mergeRequests, toInjectedRequest } from './test-request.ts'

const REQUESTS = 1_000

/** What an ordinary request may cost in CPU time. */
const MOST_MS = 5

/** The last so many count by themselves: what grows with each request is slow in the end. */
const LAST = 20

/** After so many times what is allowed, no more requests are needed. */
const FAR_BEYOND = 3

/** Between requests, so that no limit on requests refuses them. */
const PAUSE_MS = 60_000

/** Enough for every request of the check. */
const CREDIT = '1000000.00'

/** What the good row costs when clients send it again and again. */
export function paceChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  if (!row || !suite.module.capabilities.http) return []
  const account = { ...suite.world.account, credit: CREDIT }
  return [
    {
      name: `takes at most 5 ms of CPU time for a request, of 1,000 the median: ${row.name}`,
      run: () =>
        withAdapterKit(suite.module, { ...suite.world, account }, async (kit) => {
          const request = toInjectedRequest(mergeRequests(suite.world.base ?? {}, await prepareRow(row, kit)))
          const send = bareSender(kit)
          const times: number[] = []
          for (let count = 0; count < REQUESTS; count += 1) {
            kit.clock.advance(PAUSE_MS)
            const begun = threadCpuMs()
            await send(request)
            times.push(threadCpuMs() - begun)
            if (times.length % LAST === 0 && medianOf(times.slice(-LAST)) > FAR_BEYOND * MOST_MS) break
          }
          assertQuick('a request', times)
          assertQuick(`a request, after ${times.length - LAST} others`, times.slice(-LAST))
        }),
    },
  ]
}

function assertQuick(what: string, times: readonly number[]): void {
  const median = medianOf(times)
  const isQuick = median <= MOST_MS || median / machinePace() <= MOST_MS
  assert.ok(isQuick, `${what} takes ${median.toFixed(1)} ms of CPU time, at most ${MOST_MS} are allowed`)
}

function medianOf(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] as number
}
