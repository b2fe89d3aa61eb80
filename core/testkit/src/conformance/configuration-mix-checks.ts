import assert from 'node:assert/strict'
import type { AdapterCase } from './adapter-case.ts'
import { type AdapterKit, type AdapterWorld, createAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { responseDifference } from './expectation.ts'
import { otherConfigurations } from './other-configurations.ts'
import { watch } from './run-case.ts'
import { withPlaces } from './watched-services.ts'

/**
 * Two instances with different configurations, created in both orders. These checks come first: what a module keeps of
 * the first configuration that it ever sees then shows in every row.
 */
export function configurationMixChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  if (!row || !suite.module.capabilities.http) return []
  const check = (name: string, isOwnFirst: boolean): Check => ({
    name: `${name}: ${row.name}`,
    async run() {
      for (const [field, config] of await otherConfigurations(suite.module, suite.world.config)) {
        await checkMix(suite, row, { field, config, isOwnFirst })
      }
    },
  })
  return [
    check('an instance with another configuration, created before, changes nothing', false),
    check('an instance with another configuration, created later, changes nothing', true),
  ]
}

interface Mix {
  /** What is different, for people. */
  readonly field: string
  readonly config: Readonly<Record<string, unknown>>
  readonly isOwnFirst: boolean
}

async function checkMix(suite: AdapterSuite, row: AdapterCase, { field, config, isOwnFirst }: Mix): Promise<void> {
  const { module, world } = suite
  const other = { ...world, config }
  const alone = await startedAlone(suite, other)
  if (alone === undefined) return
  const kits = [
    await createAdapterKit(module, isOwnFirst ? world : other),
    await createAdapterKit(module, isOwnFirst ? other : world),
  ] as const
  const [own, changed] = isOwnFirst ? kits : [kits[1], kits[0]]
  const all = [...kits, alone]
  const about = `where another instance has another ${field}`
  try {
    for (const kit of kits) await kit.start()
    const request = await prepareRow(row, own)
    const response = await own.request(request)
    const problem = responseDifference(response, typeof row.expect === 'function' ? row.expect(own) : row.expect)
    if (problem) assert.fail(`${about}: ${problem}`)
    assert.deepEqual(await answerOf(changed, row), await answerOf(alone, row), `${about}, that one answers otherwise`)
  } catch (error) {
    throw withPlaces(error, own)
  } finally {
    for (const kit of all) await kit.stop()
  }
}

/** A module may refuse what its schema cannot, such as the name of a time zone or of a file that there is not. */
async function startedAlone({ module }: AdapterSuite, world: AdapterWorld): Promise<AdapterKit | undefined> {
  const kit = await createAdapterKit(module, world).catch(() => undefined)
  try {
    await kit?.start()
    return kit
  } catch {
    await kit?.stop()
    return undefined
  }
}

async function answerOf(kit: AdapterKit, row: AdapterCase) {
  const request = await prepareRow(row, kit)
  const seen = watch(kit)
  const { status, text } = await kit.request(request)
  return { status, text, submitted: seen().submitted }
}
