import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { HostOptions } from '@heliograph/runtime'
import { moduleResolve } from 'import-meta-resolve'
import { contractsRangeOf, readContractsVersion, refuseOtherContracts } from './contracts-version.ts'
import { explainImport, explainResolution, isNotInstalled, noSuchPath, notInstalled } from './load-fault.ts'
import { nearestPackage, readManifest } from './nearest-package.ts'

/** Loads the packages that a configuration names. */
export interface ModuleLoader {
  /** The contracts that this gateway speaks, and those that packages ask for. */
  readonly contracts: NonNullable<HostOptions['contracts']>
  /** Rejects with `ModuleLoadError`. */
  readonly importModule: (specifier: string) => Promise<unknown>
  /** Folders of the packages loaded so far, each with a trailing separator, by the requested name. */
  readonly folders: ReadonlyMap<string, string>
  /** The folders where packages are looked for, in order: in the `node_modules` of each and of the folders above it. */
  readonly searched: readonly string[]
}

export interface ModuleLoaderOptions {
  /** Default: that of this process. */
  readonly currentFolder?: string
  /** The version of the contracts that the gateway speaks. Default: that of the package it uses. */
  readonly contractsVersion?: string
  /** Which version of a module to import. Default: the one and only. */
  readonly modules?: { urlOf(url: URL): string } | undefined
}

/**
 * Finds packages named in a configuration: first from the folder of the configuration file, so that operators can
 * install adapters beside it, then among the gateway's own dependencies, then from the current folder, where operators
 * install them when the configuration came with the gateway. Relative paths start at the folder of the configuration
 * file; a path to a folder means the package in it.
 */
export function createModuleLoader(baseDir: string, options: ModuleLoaderOptions = {}): ModuleLoader {
  const { currentFolder = process.cwd(), contractsVersion: version = readContractsVersion(), modules } = options
  const own = fileURLToPath(import.meta.url)
  const searched = [...new Set([baseDir, nearestPackage(own)?.folder ?? dirname(own), currentFolder])] as const
  const conditions = ownConditions(process.execArgv)
  const folders = new Map<string, string>()
  const find = (specifier: string) => resolve(specifier, searched, new Set(['node', 'import', ...conditions]))
  return {
    folders,
    searched,
    contracts: { version, rangeOf: (specifier) => rangeOf(() => find(specifier)) },
    async importModule(specifier) {
      const url = find(specifier)
      if (url.protocol === 'file:') {
        folders.set(specifier, folderOf(specifier, fileURLToPath(url)))
        refuseOtherContracts(nearestPackage(fileURLToPath(url)), version)
      }
      try {
        return await import(modules?.urlOf(url) ?? url.href)
      } catch (error) {
        throw await explainImport(specifier, url, error, { conditions, contracts: version })
      }
    },
  }
}

/** What the package asks for; undefined when it does not say, or is not found. */
function rangeOf(find: () => URL): string | undefined {
  try {
    const owner = nearestPackage(fileURLToPath(find()))
    return owner && contractsRangeOf(owner.manifest)
  } catch {
    return undefined
  }
}

function resolve(specifier: string, searched: readonly string[], conditions: Set<string>): URL {
  if (isPath(specifier)) return resolvePath(specifier, searched[0] ?? '', conditions)
  for (const folder of searched) {
    try {
      return resolveFrom(specifier, parentIn(folder), conditions)
    } catch (error) {
      if (!isNotInstalled(error)) throw explainResolution(specifier, error)
    }
  }
  const [baseDir = '', own = ''] = searched
  throw notInstalled(specifier, searched, baseDir.startsWith(own + sep))
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

/**
 * Resolves the package in a folder to the module that importing it loads: by its `exports`, under its own name, else by
 * its `main`.
 */
function resolveFolder(folder: URL, conditions: Set<string>): URL {
  const { name, exports, main } = readManifest(fileURLToPath(folder))
  if (typeof name === 'string' && exports !== undefined) {
    return moduleResolve(name, new URL('package.json', folder), conditions)
  }
  return new URL(typeof main === 'string' ? main : 'index.js', folder)
}

/** For a package its root folder, for a single file the folder it lies in. */
function folderOf(specifier: string, file: string): string {
  return ((isPath(specifier) ? undefined : nearestPackage(file)?.folder) ?? dirname(file)) + sep
}

function isPath(specifier: string): boolean {
  return /^(\.{0,2}[/\\]|[a-z]:|file:)/i.test(specifier)
}

/**
 * The conditions this process was started with (`--conditions=NAME`, `-C NAME`), so that all copies of a package are of
 * one kind.
 */
function ownConditions(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (arg === '-C' || arg === '--conditions') return args[index + 1] ?? []
    return /^--conditions=(.+)$/.exec(arg)?.[1] ?? []
  })
}
