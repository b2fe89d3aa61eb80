import { existsSync, watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Logger, systemClock } from '@heliograph/contracts'
import { CommandError } from '../command-error.ts'
import type { RunningGateway } from '../gateway.ts'
import { buildScriptOf, compilePackage } from './compile-package.ts'
import { FreshModules } from './fresh-modules.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 30

/** Packages that an author works on while the gateway runs. */
export interface PackageWatch {
  /** Which modules to import. */
  readonly modules: FreshModules
  /** The gateway, which takes up every change of the packages until it is stopped. */
  follow<G extends RunningGateway>(gateway: G, logger: Logger): G
}

/** Throws `CommandError` for a folder without a package that can be compiled. */
export function watchPackages(given: readonly string[]): PackageWatch {
  const folders = given.map((folder) => resolve(folder))
  for (const folder of folders) {
    buildScriptOf(folder)
    if (!existsSync(join(folder, 'src'))) throw new CommandError('not-a-package', `--watch ${folder}: it has no src.`)
  }
  const modules = new FreshModules(folders)
  // Stacks name the lines that the author has written.
  process.setSourceMapsEnabled(true)

  async function takeUp(folder: string, gateway: RunningGateway, logger: Logger): Promise<void> {
    const fault = await compilePackage(folder).catch(String)
    if (fault !== undefined) {
      logger.error({ folder }, `The package does not compile; its last working version stays active:\n${fault}`)
      return
    }
    modules.renew(folder)
    // What came of it is logged.
    await gateway.reload().catch(() => undefined)
  }

  return {
    modules,
    follow(gateway, logger) {
      const ends = folders.map((folder) => onChange(join(folder, 'src'), () => takeUp(folder, gateway, logger)))
      return {
        ...gateway,
        stop(hurry) {
          for (const end of ends) end()
          return gateway.stop(hurry)
        },
      }
    },
  }
}

/**
 * Does `work` when something in a folder has changed, once for changes that come together, and again for those that
 * come meanwhile. Returns a function that ends it.
 */
function onChange(folder: string, work: () => Promise<void>): () => void {
  let cancel = (): void => undefined
  let isDue = false
  let isBusy = false

  async function workWhileDue(): Promise<void> {
    if (isBusy) return
    isBusy = true
    while (isDue) {
      isDue = false
      await work()
    }
    isBusy = false
  }
  const watcher = watch(folder, { recursive: true }, () => {
    cancel()
    cancel = systemClock.after(SETTLE_MS, () => {
      isDue = true
      void workWhileDue()
    })
  })
  return () => {
    cancel()
    isDue = false
    watcher.close()
  }
}
