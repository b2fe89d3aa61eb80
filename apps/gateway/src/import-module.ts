import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { moduleResolve } from 'import-meta-resolve'

/**
 * How packages named in a configuration are found: from the folder of the configuration file, so that operators install adapters beside it, then from the
 * gateway's own dependencies. Relative paths start at the folder.
 */
export function createImportModule(baseDir: string): (specifier: string) => Promise<unknown> {
  const parent = pathToFileURL(join(baseDir, 'heliograph.yaml'))
  const conditions = new Set(['node', 'import', ...ownConditions(process.execArgv)])
  return (specifier) => {
    const beside = resolveFrom(specifier, parent, conditions)
    return import(beside ?? specifier)
  }
}

function resolveFrom(specifier: string, parent: URL, conditions: Set<string>): string | undefined {
  try {
    return moduleResolve(specifier, parent, conditions).href
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Conditions this process was started with (`--conditions=NAME`, `-C NAME`): all copies of a package should be of one kind. */
function ownConditions(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (arg === '-C' || arg === '--conditions') return args[index + 1] ?? []
    return /^--conditions=(.+)$/.exec(arg)?.[1] ?? []
  })
}
