import { readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { moduleResolve } from 'import-meta-resolve'

/** Loads the packages that a configuration names. */
export interface ModuleLoader {
  readonly importModule: (specifier: string) => Promise<unknown>
  /** Folders of what was loaded so far, with a separator at the end, by the name it was asked for under. */
  readonly folders: ReadonlyMap<string, string>
}

/**
 * How packages named in a configuration are found: from the folder of the configuration file, so that operators install adapters beside it, then from the
 * gateway's own dependencies. Relative paths start at the folder; one that leads to a folder means the package in it.
 */
export function createModuleLoader(baseDir: string): ModuleLoader {
  const beside = pathToFileURL(join(baseDir, 'heliograph.yaml'))
  const own = new URL(import.meta.url)
  const conditions = new Set(['node', 'import', ...ownConditions(process.execArgv)])
  const folders = new Map<string, string>()
  return {
    folders,
    importModule(specifier) {
      const url = resolveFrom(specifier, beside, conditions) ?? resolveFrom(specifier, own, conditions)
      if (url?.protocol === 'file:') folders.set(specifier, folderOf(specifier, fileURLToPath(url)))
      return import(url?.href ?? specifier)
    },
  }
}

function resolveFrom(specifier: string, parent: URL, conditions: Set<string>): URL | undefined {
  try {
    return moduleResolve(specifier, parent, conditions)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_MODULE_NOT_FOUND') return undefined
    if (code === 'ERR_UNSUPPORTED_DIR_IMPORT') return resolveFolder(new URL(`${specifier}/`, parent), conditions)
    throw error
  }
}

/** What importing the package in a folder gives: by its `exports`, as its own modules would name it, else its `main`. */
function resolveFolder(folder: URL, conditions: Set<string>): URL {
  const manifest = new URL('package.json', folder)
  const { name, exports, main } = readManifest(fileURLToPath(manifest))
  if (typeof name === 'string' && exports !== undefined) return moduleResolve(name, manifest, conditions)
  return new URL(typeof main === 'string' ? main : 'index.js', folder)
}

/** Of a package all of it: the folder above the file whose manifest has a name. Of a file only the folder it lies in. */
function folderOf(specifier: string, file: string): string {
  const start = dirname(file)
  if (/^(\.{0,2}[/\\]|[a-z]:|file:)/i.test(specifier)) return start + sep
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (isNamedPackage(join(folder, 'package.json'))) return folder + sep
  }
  return start + sep
}

function isNamedPackage(manifest: string): boolean {
  return typeof readManifest(manifest).name === 'string'
}

/** Empty when there is none, or none that can be read. */
function readManifest(path: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/** Conditions this process was started with (`--conditions=NAME`, `-C NAME`): all copies of a package should be of one kind. */
function ownConditions(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (arg === '-C' || arg === '--conditions') return args[index + 1] ?? []
    return /^--conditions=(.+)$/.exec(arg)?.[1] ?? []
  })
}
