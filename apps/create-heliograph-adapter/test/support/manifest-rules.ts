import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Texts = Readonly<Record<string, string>>

/** The fields of a package.json that the rules check. */
export interface PackageManifest {
  readonly name: string
  readonly description?: string
  readonly license?: string
  readonly private?: boolean
  readonly type?: string
  readonly sideEffects?: boolean
  readonly engines?: Texts
  readonly repository?: Texts
  readonly files?: readonly string[]
  readonly exports?: Readonly<Record<string, Texts>>
  readonly bin?: Texts
  readonly dependencies?: Texts
  readonly peerDependencies?: Texts
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const SOURCE = '@heliograph/source'
const CONTRACTS = '@heliograph/contracts'
const PEER_RANGE = 'workspace:>=1.0.0 <2'

/**
 * Problems that keep a published package from being installed, resolved or understood properly. `directory` is its
 * folder in the repository.
 */
export function manifestProblems(manifest: PackageManifest, directory: string): readonly string[] {
  const group = directory.split('/')[0]
  const wanted: readonly (readonly [place: string, value: unknown, expected: unknown])[] = [
    ['license', manifest.license, 'Apache-2.0'],
    ['type', manifest.type, 'module'],
    ['sideEffects', manifest.sideEffects, false],
    ['engines.node', manifest.engines?.node, '>=20.18.1'],
    ['repository.type', manifest.repository?.type, 'git'],
    ['repository.url', manifest.repository?.url, 'git+https://github.com/heliograph/heliograph.git'],
    ['repository.directory', manifest.repository?.directory, directory],
  ]
  return [
    ...wanted.filter(([, value, expected]) => value !== expected).map(([place, , expected]) => `${place}: ${expected}`),
    ...(manifest.description ? [] : ['description: one sentence']),
    ...fileProblems(manifest),
    ...exportProblems(manifest),
    ...(group === 'adapters' || group === 'plugins' ? moduleProblems(manifest) : []),
    ...(group === 'core' ? typeProblems(manifest) : []),
    ...rangeProblems(manifest),
  ]
}

/**
 * A package publishes the compiled code, and the sources that its source maps refer to. npm adds package.json, README
 * and licence.
 */
function fileProblems({ files = [], bin = {} }: PackageManifest): readonly string[] {
  const needed = ['dist', 'src', 'README.md', ...Object.values(bin).map((path) => path.split('/')[0] as string)]
  return needed.filter((each) => !files.includes(each)).map((each) => `files: has "${each}"`)
}

/**
 * Node takes the first condition that applies, so the one for our own tests comes first; unless it is set, no import
 * leads to a TypeScript file.
 */
function exportProblems({ exports = {} }: PackageManifest): readonly string[] {
  return Object.entries(exports).flatMap(([path, conditions]) => {
    const source = conditions[SOURCE] ?? ''
    const built = source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '')
    const expected = { [SOURCE]: source, types: `${built}.d.ts`, default: `${built}.js` }
    const isRight = /^\.\/src\/.+\.ts$/.test(source) && JSON.stringify(conditions) === JSON.stringify(expected)
    return isRight ? [] : [`exports["${path}"]: ${SOURCE} in src, then types and default in dist`]
  })
}

/** The host provides the only copy of the contracts. */
function moduleProblems({ dependencies = {}, peerDependencies = {} }: PackageManifest): readonly string[] {
  return [
    ...(peerDependencies[CONTRACTS] === PEER_RANGE ? [] : [`peerDependencies: ${CONTRACTS} ${PEER_RANGE}`]),
    ...(dependencies[CONTRACTS] === undefined ? [] : [`dependencies: without ${CONTRACTS}`]),
  ]
}

/** Published types refer to Node's types: `Buffer`, `AbortSignal`. */
function typeProblems({ peerDependencies = {}, peerDependenciesMeta = {} }: PackageManifest): readonly string[] {
  const isPeer = peerDependencies['@types/node'] === '>=20' && peerDependenciesMeta['@types/node']?.optional === true
  return isPeer ? [] : ['peerDependencies: @types/node >=20, optional']
}

/** An exact version would install a second copy beside one that an author already has. */
function rangeProblems({ dependencies = {} }: PackageManifest): readonly string[] {
  return Object.entries(dependencies)
    .filter(([name, range]) => name.startsWith('@heliograph/') && range !== 'workspace:^')
    .map(([name]) => `dependencies: ${name} workspace:^`)
}

/** Differences between the packages that a manifest declares and those that the code imports. */
export function dependencyProblems(manifest: PackageManifest, root: string): readonly string[] {
  const used = importedPackages(root)
  const brought = Object.keys(manifest.dependencies ?? {})
  const known = [...brought, ...Object.keys(manifest.peerDependencies ?? {}), manifest.name]
  return [
    ...used.filter((name) => !known.includes(name)).map((name) => `dependencies: has ${name}, which src imports`),
    ...brought
      .filter((name) => !used.includes(name))
      .map((name) => `dependencies: without ${name}, which nothing uses`),
  ]
}

const IMPORTED = [
  /^\s*(?:import|export)\b[^'";]*?\bfrom '([^'.][^']*)'/gm,
  /^\s*import '([^'.][^']*)'/gm,
  /\bimport\('([^'.][^']*)'\)/g,
  /\brequire(?:\([^()]*\))?\('([^'.][^']*)'\)/g,
  /\bcreateRequire\(import\.meta\.url\)\('([^'.][^']*)'\)/g,
]

/** Packages that the sources import, for values or for types. */
function importedPackages(root: string): readonly string[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  )
  const texts = files.map((name) => readFileSync(join(root, 'src', name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
  const specifiers = texts.flatMap((text) =>
    IMPORTED.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name as string)),
  )
  const names = specifiers
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  return [...new Set(names)].sort()
}
