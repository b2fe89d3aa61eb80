import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The fields of a package.json that the kit looks at. */
export interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly license?: string
  readonly type?: string
  readonly sideEffects?: unknown
  readonly exports?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A source file by its path within the package. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** The folder of the package under test. */
export interface PackageFolder {
  readonly readmePath: string
  /** The path of a file of the package, given its path inside the package. */
  pathOf(file: string): string
  manifest(): Promise<PackageManifest>
  /** Where package.json has these keys, the first of each; its beginning for one that it lacks. */
  manifestPlaces(...keys: readonly string[]): Promise<readonly string[]>
  readme(): Promise<string>
  sources(): Promise<readonly SourceFile[]>
}

/** `root` is the folder with the package.json: `new URL('..', import.meta.url)` in a file of `test/`. */
export function openPackageFolder(root: URL | string): PackageFolder {
  const folder = root instanceof URL ? fileURLToPath(root) : root
  const readmePath = join(folder, 'README.md')
  return {
    readmePath,
    pathOf: (file) => join(folder, file),
    manifest: async () => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
    async manifestPlaces(...keys) {
      const path = join(folder, 'package.json')
      const text = await readFile(path, 'utf8')
      // Those of the whole manifest before those within one of them.
      const indexOf = (key: string) => text.indexOf(`\n  "${key}"`) + 1 || text.indexOf(`"${key}"`)
      return keys.map((key) => `${path}:${lineOf(text, indexOf(key))}`)
    },
    readme: () => readFile(readmePath, 'utf8'),
    async sources() {
      const names = await readdir(join(folder, 'src'), { recursive: true })
      const files = names.filter((name) => name.endsWith('.ts')).sort()
      return Promise.all(
        files.map(async (name) => ({
          path: `src/${name.replaceAll('\\', '/')}`,
          text: await readFile(join(folder, 'src', name), 'utf8'),
        })),
      )
    },
  }
}

/** Line and column of a place in a text, `12:3`; of its beginning for -1. */
export function lineOf(text: string, index: number): string {
  const before = text.slice(0, Math.max(index, 0)).split('\n')
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}
