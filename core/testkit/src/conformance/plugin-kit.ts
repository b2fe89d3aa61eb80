import type { Plugin } from '@heliograph/contracts'
import type { AccountOptions } from '../memory/memory-engine.ts'
import type { AnyPluginModule } from './carrier-kit.ts'
import { DEFAULT_PATIENCE_MS } from './deadline.ts'
import { assertGoodConduct, assertNothingLeft } from './good-conduct.ts'
import { controlOf, createModuleWorld, type InstanceControl, type ModuleWorld } from './module-world.ts'

export interface PluginWorld {
  /** The instance's configuration as an operator would write it. */
  readonly config: Readonly<Record<string, unknown>>
  /** The account under test, apart from its key. */
  readonly account?: AccountOptions | undefined
  /** How long `start` and `stop` may take, in ms of real time. Default 5,000. */
  readonly patienceMs?: number | undefined
}

/** One instance of a plugin that is not a carrier, with everything around it in memory. */
export interface PluginKit extends ModuleWorld, InstanceControl {
  readonly plugin: Plugin
}

/** Creates an instance, without starting it. Throws when the host would refuse the module or its configuration. */
export async function createPluginKit(module: AnyPluginModule, options: PluginWorld): Promise<PluginKit> {
  const { context, world } = await createModuleWorld(module, options.config, { account: options.account })
  const plugin = world.conduct.run(() => module.create(context, world.config as never))
  return { ...world, ...controlOf(plugin, world.conduct, options.patienceMs ?? DEFAULT_PATIENCE_MS), plugin }
}

/**
 * Runs `work` with a started instance, stops it in any case, and checks that the instance behaved as the contract
 * demands.
 */
export async function withPluginKit<T>(
  module: AnyPluginModule,
  options: PluginWorld,
  work: (kit: PluginKit) => Promise<T>,
): Promise<T> {
  const kit = await createPluginKit(module, options)
  const result = await startedAndStopped(kit, work)
  assertGoodConduct(kit)
  await assertNothingLeft(kit)
  return result
}

async function startedAndStopped<T>(kit: PluginKit, work: (kit: PluginKit) => Promise<T>): Promise<T> {
  try {
    await kit.start()
    return await work(kit)
  } finally {
    await kit.stop()
  }
}
