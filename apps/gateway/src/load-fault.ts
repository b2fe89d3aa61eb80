import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeThrown, formatPlace, ModuleLoadError, placesOf } from '@heliograph/runtime'
import { contractsRangeOf } from './contracts-version.ts'
import { buildCommandOf, type InstalledPackage, installCommand, listedAs, nearestPackage } from './nearest-package.ts'
import { withSyntaxErrorPlace } from './syntax-error-place.ts'

const NAME_THE_FILE = 'Build it, or have "exports" or "main" in its package.json name the file of the module.'
const REINSTALL = 'Reinstall it, or report this to its author.'

/**
 * Whether resolving a name failed because no package of that name is installed. Node gives the same code when the
 * package is there and the file that it names is not.
 */
export function isNotInstalled(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' && !isAbsolute(missingOf(error))
}

/** The error for a package that is in none of the folders. */
export function notInstalled(specifier: string, searched: readonly string[], isBundled: boolean): ModuleLoadError {
  const name = packageNameOf(specifier)
  // Nothing can be installed beside a configuration that came with the gateway.
  const [folder, where] = isBundled
    ? [searched.at(-1) ?? '', 'in the current folder']
    : [searched[0] ?? '', 'beside the configuration file']
  return new ModuleLoadError(
    `The package ${name} is not installed. It was looked for in ${formatSearched(searched)}.`,
    `Check the name, or install it ${where}: ${installCommand(folder, name)}`,
    undefined,
  )
}

/** Formats where packages are looked for, in one line. */
export function formatSearched(searched: readonly string[]): string {
  return searched.map((folder) => `node_modules of ${folder} and of the folders above it`).join(', then ')
}

/** The error for a path in the configuration that leads nowhere. */
export function noSuchPath(path: string): ModuleLoadError {
  const remedy = 'Check the path: a relative one starts at the folder of the configuration file.'
  return new ModuleLoadError(`There is nothing at ${path}.`, remedy, undefined)
}

/** The error when the package is installed but the part that the configuration names is missing. */
export function explainResolution(specifier: string, error: unknown): ModuleLoadError {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') {
    const message = `The "exports" of the package do not offer ${specifier}: ${messageOf(error)}`
    return new ModuleLoadError(message, 'Use a path that it exports, or report this to its author.', error)
  }
  if (code !== 'ERR_MODULE_NOT_FOUND') {
    return new ModuleLoadError(`The package ${specifier} cannot be loaded: ${messageOf(error)}`, REINSTALL, error)
  }
  const file = missingOf(error)
  const owner = nearestPackage(file)
  const build = buildRemedy(owner)
  const unbuilt = `The package ${specifier} has not been built: its file ${file} is missing.`
  if (build !== undefined) return new ModuleLoadError(unbuilt, build, error)
  const message = `The package ${specifier} was found, but its file ${file} is missing.`
  return new ModuleLoadError(message, isPath(specifier) ? NAME_THE_FILE : REINSTALL, error)
}

/** What an import that failed has to be judged by. */
export interface ImportFacts {
  /** The conditions of this process. */
  readonly conditions: readonly string[]
  /** The version of the contracts that this gateway speaks. */
  readonly contracts: string
}

/** Explains why importing a module that was found failed. */
export async function explainImport(
  specifier: string,
  url: URL,
  error: unknown,
  { conditions, contracts }: ImportFacts,
): Promise<ModuleLoadError> {
  if (!(error instanceof Error)) return cannotBeLoaded(specifier, error)
  const { code = '', url: missing } = error as NodeJS.ErrnoException & { url?: string }
  if (missing === url.href) return explainResolution(specifier, error)
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return missingImport(specifier, error)
  if (TYPESCRIPT.has(code)) return typescriptSource(specifier, url, error)
  if (error instanceof SyntaxError) await withSyntaxErrorPlace(error, url, conditions)
  return missingExport(specifier, url, error, contracts) ?? cannotBeLoaded(specifier, error)
}

/** The error when a package imports a name that another package of the gateway does not have, as an older one does. */
function missingExport(specifier: string, url: URL, error: Error, contracts: string): ModuleLoadError | undefined {
  const [, from, name] =
    /requested module '(@heliograph\/[^']+)' does not provide an export named '([^']+)'/.exec(error.message) ?? []
  if (from === undefined) return undefined
  const [place] = placesOf(error)
  const owner = nearestPackage(place?.file ?? fileURLToPath(url))
  const range = owner && contractsRangeOf(owner.manifest)
  const asks = range === undefined ? 'does not say which contracts it needs' : `asks for contracts ${range}`
  const where = place === undefined ? '' : ` (${formatPlace(place)})`
  return new ModuleLoadError(
    `The package ${specifier} ${owner?.manifest.version ?? ''} imports '${name}', which ${from} does not have here${where}. The package ${asks}; this gateway speaks ${contracts}.`,
    `It was written for newer contracts: update the gateway, or install an older version of ${specifier}. Its author should raise the range in its package.json.`,
    error,
  )
}

function cannotBeLoaded(specifier: string, error: unknown): ModuleLoadError {
  const [place] = placesOf(error)
  const isThrown = place !== undefined && !isUnreadable(error)
  const what = isThrown ? 'throws while it is loaded' : 'cannot be loaded'
  const other = place && ownerUnless(specifier, place.file)
  const whose =
    other === undefined ? '' : `, a file of the package ${other.name} ${other.manifest.version ?? ''}`.trimEnd()
  const remedy = isThrown ? 'See the message, or report this to its author.' : REINSTALL
  return new ModuleLoadError(`The package ${specifier} ${what}: ${describeThrown(error)}${whose}`, remedy, error)
}

/**
 * Whether a file does not compile or link, which Node marks with an excerpt above the stack. A module that fails to
 * parse some JSON, for example, does not count.
 */
function isUnreadable(error: unknown): boolean {
  return error instanceof SyntaxError && !error.stack?.startsWith(error.name)
}

/** The error when a file of the package, or of one that it uses, imports something missing. */
function missingImport(specifier: string, error: Error): ModuleLoadError {
  const missing = missingOf(error)
  const importer = importerOf(error)
  const where = importer === undefined ? '' : ` ${importer}`
  const owner = importer === undefined ? undefined : nearestPackage(importer)
  if (isAbsolute(missing) || missing.startsWith('.')) {
    const message = `The package ${specifier} was found, but its file${where} imports ${missing}, which is missing.`
    return new ModuleLoadError(message, buildRemedy(owner) ?? REINSTALL, error)
  }
  const message = `The package ${specifier} was found, but its file${where} imports '${missing}', which is not installed.`
  return new ModuleLoadError(message, missingRemedy(packageNameOf(missing), owner), error)
}

function missingRemedy(name: string, owner: InstalledPackage | undefined): string {
  if (owner === undefined) return `Install it where that file finds it: pnpm add ${name}`
  switch (listedAs(owner.manifest, name)) {
    case 'dependencies':
      return `Its package.json lists it: install ${owner.name} again with its dependencies.`
    case 'peerDependencies':
      return `It is a peer dependency of ${owner.name}: install it beside that, pnpm add ${name}`
    default:
      return `The package.json of ${owner.name} in ${owner.folder} does not list it: add it there, or report this to its author.`
  }
}

/**
 * Node's codes for TypeScript that it cannot run as it is. Newer versions of Node strip types, but not below
 * `node_modules` and not for all syntax.
 */
const TYPESCRIPT: ReadonlySet<string> = new Set([
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  'ERR_INVALID_TYPESCRIPT_SYNTAX',
])

function typescriptSource(specifier: string, url: URL, error: Error): ModuleLoadError {
  // regex-bound: a message of Node, about one file.
  const named = /(\/[^"]+\.[cm]?tsx?)"?$/m.exec(error.message.replace('file://', ''))?.[1]
  const file = named ?? fileURLToPath(url)
  if (!/\.[cm]?tsx?$/.test(file)) return cannotBeLoaded(specifier, error)
  const build = buildRemedy(nearestPackage(file)) ?? 'Compile it to JavaScript'
  return new ModuleLoadError(
    `The package ${specifier} is TypeScript source (${file}), which Node does not load as it is.`,
    `${build.replace(/\.$/, '')}, and have "exports" of its package.json name the compiled file.`,
    error,
  )
}

function buildRemedy(owner: InstalledPackage | undefined): string | undefined {
  const command = owner && buildCommandOf(owner)
  return command === undefined ? undefined : `Build it: ${command}`
}

/** The package that a file belongs to, unless it is the requested one. */
function ownerUnless(specifier: string, file: string): InstalledPackage | undefined {
  const owner = nearestPackage(file)
  return owner === undefined || isPath(specifier) || owner.name === packageNameOf(specifier) ? undefined : owner
}

/** The package name or path that Node did not find. */
function missingOf(error: unknown): string {
  return /^Cannot find (?:package|module) '(.+?)'/.exec((error as Error).message)?.[1] ?? ''
}

/** The file that contains the failed import. */
function importerOf(error: Error): string | undefined {
  const { requireStack } = error as Error & { requireStack?: readonly string[] }
  return requireStack?.[0] ?? / imported from (.+)$/m.exec(error.message)?.[1]
}

function isPath(specifier: string): boolean {
  return /^[./]/.test(specifier)
}

function packageNameOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
