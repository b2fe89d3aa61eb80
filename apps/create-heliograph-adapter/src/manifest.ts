/** The package.json of a template. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly engines: Readonly<Record<string, string>>
  readonly type: string
  readonly sideEffects: boolean
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly files: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const SOURCE = '@heliograph/source'

/**
 * The manifest of a standalone package: versions replace `workspace:` and `catalog:`. Throws `Error` for a package
 * whose version is not known.
 */
export function manifestForNpm(template: Manifest, versions: Readonly<Record<string, string>>): Manifest {
  const published = (dependencies: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [name, publishedRange(name, range, versions)]),
    )
  return {
    ...template,
    dependencies: published(template.dependencies),
    peerDependencies: published(template.peerDependencies),
    devDependencies: published(template.devDependencies),
  }
}

function publishedRange(name: string, range: string, versions: Readonly<Record<string, string>>): string {
  if (/^workspace:[^*^~]/.test(range)) return range.slice('workspace:'.length)
  if (!/^(workspace|catalog):/.test(range)) return range
  const version = versions[name]
  if (version !== undefined && !/^(workspace|catalog):/.test(version)) return version
  throw new Error(
    `The version of ${name} is not known here. Inside the repository of the gateway: pnpm new:adapter NAME`,
  )
}

/** The manifest of a package of the gateway's own repository: tests run from the sources of all packages. */
export function manifestForRepository(template: Manifest, directory: string): Record<string, unknown> {
  const flags = `--conditions=${SOURCE} --import @heliograph/tsx`
  const { name, version, description, engines, type, sideEffects, exports, files, scripts } = template
  const { dependencies, peerDependencies } = template
  const { tsx: _, ...devDependencies } = template.devDependencies
  // Same order of keys as in the other packages.
  return {
    name,
    version,
    description,
    license: 'Apache-2.0',
    repository: { type: 'git', url: 'git+https://github.com/heliograph/heliograph.git', directory },
    engines,
    type,
    sideEffects,
    exports: { '.': { [SOURCE]: './src/index.ts', ...exports['.'] } },
    files: [...files.filter((name) => !name.startsWith('!')), 'README.md'],
    scripts: {
      build: 'tsc -p tsconfig.build.json --emitDeclarationOnly && node ../../configs/build/bundle.mjs',
      typecheck: 'tsc -p tsconfig.json',
      test: `node ${flags} --test --test-timeout=300000 test/*.test.ts`,
      docs: `UPDATE_DOCS=1 node ${flags} --test test/conformance.test.ts`,
      start: inRepository(scripts.start),
      dev: inRepository(scripts.dev),
    },
    dependencies,
    peerDependencies,
    devDependencies: sorted({
      ...devDependencies,
      '@heliograph/contracts': 'workspace:*',
      '@heliograph/testkit': 'workspace:*',
      '@heliograph/tsx': 'workspace:*',
      '@heliograph/typescript-config': 'workspace:*',
    }),
  }
}

/** The same by the gateway of the repository. */
function inRepository(script = ''): string {
  return script.replace(/npx -y \S+ start/, 'node ../../apps/gateway/bin/heliograph.mjs start')
}

function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
}
