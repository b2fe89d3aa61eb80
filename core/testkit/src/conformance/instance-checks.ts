import assert from 'node:assert/strict'
import { type AdapterKit, createAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow, refusalOf } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { responseDifference } from './expectation.ts'
import { assertHappened, watch } from './run-case.ts'
import { withPlaces } from './watched-services.ts'

/**
 * Checks two instances in separate worlds, side by side in one process: whatever they share beyond their code shows in
 * the other instance.
 */
export function instanceChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  if (!row || !suite.module.capabilities.http) return []
  const both = (work: (first: AdapterKit, second: AdapterKit) => Promise<void>) => () => withBoth(suite, work)
  return [
    {
      name: `two instances answer each for itself: ${row.name}`,
      run: both(async (first, second) => {
        for (const kit of [first, second]) {
          const request = await prepareRow(row, kit)
          const [seen, others] = [watch(kit), watch(kit === first ? second : first)]
          const response = await kit.request(request)
          const expected = typeof row.expect === 'function' ? row.expect(kit) : row.expect
          const which = kit === first ? 'the first instance' : 'the second instance'
          assertHappened(others(), {})
          assertHappened(seen(), expected)
          const problem = responseDifference(response, expected)
          if (problem) assert.fail(`${which}: ${problem}`)
        }
      }),
    },
    ...(suite.credentials
      ? [
          {
            name: `a key that one instance has seen is unknown to another: ${row.name}`,
            run: both(async (first, second) => {
              const request = await prepareRow(row, first)
              await first.request(request)
              await prepareRow(row, second)
              second.engine.setKeyEnabled(second.account.apiKey, false)
              const seen = watch(second)
              const response = await second.request(request)
              assertHappened({ ...seen(), logs: [] }, {})
              const problem = responseDifference(response, refusalOf(suite))
              if (problem) assert.fail(problem)
            }),
          },
        ]
      : []),
  ]
}

async function withBoth(
  suite: AdapterSuite,
  work: (first: AdapterKit, second: AdapterKit) => Promise<void>,
): Promise<void> {
  const kits = [await createAdapterKit(suite.module, suite.world), await createAdapterKit(suite.module, suite.world)]
  const [first, second] = kits as [AdapterKit, AdapterKit]
  try {
    for (const kit of kits) await kit.start()
    await work(first, second)
  } catch (error) {
    throw withPlaces(error, second)
  } finally {
    for (const kit of kits) await kit.stop()
  }
}
