import type { BenchGateway } from '../gateway/bench-gateway.ts'
import type { LoadResult } from '../generator/job.ts'
import { textOf } from '../generator/request-template.ts'
import type { Limits } from '../limits.ts'
import { waitUntil } from './wait-until.ts'

/**
 * Milliseconds from each request's due time to the network, as far as the messages get there in time. The load has to
 * keep its times; `firstNumber` is where its counting begins.
 */
export async function handoverDelays(
  gateway: BenchGateway,
  load: LoadResult,
  firstNumber: number,
  limits: Limits,
): Promise<readonly number[]> {
  const startedAtMs = new Map(load.times.map((time) => [textOf(firstNumber + time.sequence), time.startedAtMs]))
  const delays = await waitUntil(200, limits, async () => {
    const found: number[] = []
    for (const { text, at } of await gateway.simulator.sent(0, 1_000_000)) {
      const dueAtMs = startedAtMs.get(text)
      if (dueAtMs !== undefined) found.push(Date.parse(at) - dueAtMs)
    }
    return found.length >= load.requests ? found : undefined
  })
  return delays ?? []
}
