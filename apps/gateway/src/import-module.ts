import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { moduleResolve } from 'import-meta-resolve'
import { explainImport, explainResolution, isNotInstalled, noSuchPath, notInstalled } from './load-fault.ts'
import { nearestPackage, readManifest } from './nearest-package.ts'

/** Loads the packages that a configuration names. */
export interface ModuleLoader {
  /** Rejects with `ModuleLoadError`. */
  readonly importModule: (specifier: string) => Promise<unknown>
  /** Folders of what was loaded so far, with a separator at the end, by the name it was asked for under. */
  readonly folders: ReadonlyMap<string, string>
  /** Where packages are looked for, in this order: in the `node_modules` of each folder and of those above it. */
  readonly searched: readonly string[]
}

/**
 * How packages named in a configuration are found: from the folder of the configuration file, so that operators install adapters beside it, then from the
 * gateway's own dependencies. Relative paths start at the folder; one that leads to a folder means the package in it.
 */
export function createModuleLoader(baseDir: string): ModuleLoader {
  const own = fileURLToPath(import.meta.url)
  const searched = [baseDir, nearestPackage(own)?.folder ?? dirname(own)] as const
  const conditions = ownConditions(process.execArgv)
  const folders = new Map<string, string>()
  return {
    folders,
    searched,
    async importModule(specifier) {
      const url = resolve(specifier, searched, new Set(['node', 'import', ...conditions]))
      if (url.protocol === 'file:') folders.set(specifier, folderOf(specifier, fileURLToPath(url)))
      try {
        return await import(url.href)
      } catch (error) {
        throw await explainImport(specifier, url, error, conditions)
      }
    },
  }
}

function resolve(specifier: string, searched: readonly [string, ...string[]], conditions: Set<string>): URL {
  if (isPath(specifier)) return resolvePath(specifier, searched[0], conditions)
  for (const folder of searched) {
    try {
      return resolveFrom(specifier, parentIn(folder), conditions)
    } catch (error) {
      if (!isNotInstalled(error)) throw explainResolution(specifier, error)
    }
  }
  throw notInstalled(specifier, searched)
}

function resolvePath(specifier: string, folder: string, conditions: Set<string>): URL {
  const parent = parentIn(folder)
  const path = fileURLToPath(new URL(specifier, parent))
  if (!existsSync(path)) throw noSuchPath(path)
  try {
    return resolveFrom(specifier, parent, conditions)
  } catch (error) {
    throw explainResolution(specifier, error)
  }
}

function parentIn(folder: string): URL {
  return pathToFileURL(join(folder, 'package.json'))
}

function resolveFrom(specifier: string, parent: URL, conditions: Set<string>): URL {
  try {
    return moduleResolve(specifier, parent, conditions)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_UNSUPPORTED_DIR_IMPORT') throw error
    return resolveFolder(new URL(`${specifier}/`, parent), conditions)
  }
}

/** What importing the package in a folder gives: by its `exports`, as its own modules would name it, else its `main`. */
function resolveFolder(folder: URL, conditions: Set<string>): URL {
  const { name, exports, main } = readManifest(fileURLToPath(folder))
  if (typeof name === 'string' && exports !== undefined) {
    return moduleResolve(name, new URL('package.json', folder), conditions)
  }
  return new URL(typeof main === 'string' ? main : 'index.js', folder)
}

/** Of a package all of it. Of a file only the folder it lies in. */
function folderOf(specifier: string, file: string): string {
  return ((isPath(specifier) ? undefined : nearestPackage(file)?.folder) ?? dirname(file)) + sep
}

function isPath(specifier: string): boolean {
  return /^(\.{0,2}[/\\]|[a-z]:|file:)/i.test(specifier)
}

/** Conditions this process was started with (`--conditions=NAME`, `-C NAME`): all copies of a package should be of one kind. */
function ownConditions(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (arg === '-C' || arg === '--conditions') return args[index + 1] ?? []
    return /^--conditions=(.+)$/.exec(arg)?.[1] ?? []
  })
}
