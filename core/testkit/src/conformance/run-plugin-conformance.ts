import assert from 'node:assert/strict'
import { renderConfigTable } from '@heliograph/config'
import { renderErrorsTable } from '../documentation/errors-table.ts'
import type { GeneratedBlocks } from '../documentation/generated-blocks.ts'
import { renderRoutesTable } from '../documentation/routes-table.ts'
import { withAuthorLines } from './author-lines.ts'
import type { AnyPluginModule } from './carrier-kit.ts'
import { type CheckGroup, registerChecks } from './check.ts'
import { configChecks } from './config-checks.ts'
import { BLANK_REQUEST } from './error-checks.ts'
import { lifecycleChecks } from './lifecycle-checks.ts'
import { moduleChecks } from './module-checks.ts'
import { packageChecks } from './package-checks.ts'
import { openPackageFolder } from './package-folder.ts'
import type { PluginTables } from './plugin-case.ts'
import { pluginCommandChecks } from './plugin-command-checks.ts'
import { pluginEventChecks } from './plugin-event-checks.ts'
import { pluginHookChecks } from './plugin-hook-checks.ts'
import { createPluginKit, type PluginKit, withPluginKit } from './plugin-kit.ts'
import { pluginPageChecks } from './plugin-page-checks.ts'
import { pluginRouteChecks } from './plugin-route-checks.ts'
import { pluginTaskChecks } from './plugin-task-checks.ts'

/** @stability experimental */
export interface PluginConformanceOptions extends PluginTables {
  /** The folder with package.json, README.md and `src`: `new URL('..', import.meta.url)` from a file in `test/`. */
  readonly packageRoot: URL | string
  /** Generated blocks of the README besides `config`, and `routes` and `errors` of those. */
  readonly documentation?: GeneratedBlocks | undefined
  readonly additionalTests?: ((context: PluginTestContext) => void) | undefined
}

/** For tests that no table can express. @stability experimental */
export interface PluginTestContext {
  /** Runs `work` with a new instance that has started, and stops it. */
  withKit<T>(work: (kit: PluginKit) => Promise<T>): Promise<T>
}

/** Registers with node:test the tests that every plugin that is not a carrier has to pass. @stability experimental */
export function runPluginConformance(module: AnyPluginModule, options: PluginConformanceOptions): void {
  registerChecks(`${module.id} conforms`, pluginChecks(module, options), () =>
    options.additionalTests?.({ withKit: (work) => withPluginKit(module, options, work) }),
  )
}

/** All checks of a plugin, by heading. */
export function pluginChecks(module: AnyPluginModule, options: PluginConformanceOptions): readonly CheckGroup[] {
  const folder = openPackageFolder(options.packageRoot)
  const documentation = () => generatedBlocks(module, options)
  const create = async () => {
    const kit = await createPluginKit(module, options)
    return { ...kit, health: () => kit.plugin.health?.() }
  }
  return withAuthorLines(module.create, [
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
        {
          name: 'declares its hooks',
          async run() {
            const { hooks } = (await create()).plugin
            assert.equal(
              hooks !== undefined,
              module.capabilities.hooks === true,
              '`hooks` and its capability go together',
            )
          },
        },
      ],
    },
    { name: 'life cycle', checks: lifecycleChecks(create) },
    { name: 'routes', checks: pluginRouteChecks(module, options) },
    { name: 'events', checks: pluginEventChecks(module, options) },
    { name: 'tasks', checks: pluginTaskChecks(module, options) },
    { name: 'commands', checks: pluginCommandChecks(module, options) },
    { name: 'pages', checks: pluginPageChecks(module, options) },
    { name: 'hooks', checks: pluginHookChecks(module, options) },
  ])
}

async function generatedBlocks(module: AnyPluginModule, options: PluginConformanceOptions): Promise<GeneratedBlocks> {
  const { plugin } = await createPluginKit(module, options)
  const { formatError } = plugin
  return {
    config: renderConfigTable(module.configSchema),
    ...(plugin.routes ? { routes: renderRoutesTable(plugin.routes) } : {}),
    ...(formatError ? { errors: renderErrorsTable((error) => formatError.call(plugin, error, BLANK_REQUEST)) } : {}),
    ...options.documentation,
  }
}
