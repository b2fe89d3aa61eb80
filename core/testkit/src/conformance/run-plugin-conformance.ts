import assert from 'node:assert/strict'
import { renderConfigTable } from '@heliograph/config'
import type { GeneratedBlocks } from '../documentation/generated-blocks.ts'
import type { AnyPluginModule } from './carrier-kit.ts'
import { type CheckGroup, registerChecks } from './check.ts'
import { configChecks } from './config-checks.ts'
import { lifecycleChecks } from './lifecycle-checks.ts'
import { moduleChecks } from './module-checks.ts'
import { packageChecks } from './package-checks.ts'
import { openPackageFolder } from './package-folder.ts'
import { createPluginKit, type PluginWorld } from './plugin-kit.ts'

export interface PluginConformanceOptions extends PluginWorld {
  /** The folder with package.json, README.md and `src`: `new URL('..', import.meta.url)` from a file in `test/`. */
  readonly packageRoot: URL | string
  /** Generated blocks of the README besides `config`. */
  readonly documentation?: GeneratedBlocks | undefined
}

/** Registers with node:test the tests that every plugin that is not a carrier has to pass. */
export function runPluginConformance(module: AnyPluginModule, options: PluginConformanceOptions): void {
  registerChecks(`${module.id} conforms`, pluginChecks(module, options), () => undefined)
}

/** All checks of a plugin, by heading. */
export function pluginChecks(module: AnyPluginModule, options: PluginConformanceOptions): readonly CheckGroup[] {
  const folder = openPackageFolder(options.packageRoot)
  const documentation = () => ({ config: renderConfigTable(module.configSchema), ...options.documentation })
  const create = async () => {
    const kit = await createPluginKit(module, options)
    return { ...kit, health: () => kit.plugin.health?.() }
  }
  return [
    { name: 'module', checks: moduleChecks(module, folder) },
    { name: 'package', checks: packageChecks(folder, ['Config', 'Limits', 'Try it'], documentation) },
    { name: 'configuration', checks: configChecks(module, options.config) },
    {
      name: 'capabilities',
      checks: [
        {
          name: 'is no carrier',
          run: async () => assert.equal((await create()).plugin.carrier, undefined, 'a carrier has a kit of its own'),
        },
      ],
    },
    { name: 'life cycle', checks: lifecycleChecks(create) },
  ]
}
