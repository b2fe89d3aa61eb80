import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Manifest, manifestForNpm, manifestForRepository } from './manifest.ts'
import { namesOf, type PackageKind } from './names.ts'

export interface CreateOptions {
  readonly kind: PackageKind
  /** Name of the package: `acme`, or with a prefix: `adapter-acme`, `heliograph-adapter-acme`. */
  readonly name: string
  /** The folder in which the package's folder is created; in the repository of the gateway its root. */
  readonly into: string
  /** True for a package of the gateway's own repository. */
  readonly isInRepository: boolean
  /** Version ranges of the packages that the new one needs, by name. Not used in the repository. */
  readonly versions: Readonly<Record<string, string>>
}

/** The created package. */
export interface CreatedPackage {
  readonly packageName: string
  readonly folder: string
}

const TEMPLATES = fileURLToPath(new URL('../template/', import.meta.url))

/** Where the READMEs of the templates find the gateway's own. */
const REPOSITORY = 'https://github.com/heliograph/heliograph/blob/main/'

/** Files that a new package in the repository does not need, because the repository has its own. */
const NOT_IN_REPOSITORY = ['gitignore', 'gateway.yaml']

/** Creates a package that builds and whose tests pass. Throws `Error` when the name is invalid or the folder exists. */
export async function createPackage(options: CreateOptions): Promise<CreatedPackage> {
  const { kind, isInRepository } = options
  const names = namesOf(options.name, kind, isInRepository)
  const group = kind === 'adapter' ? 'adapters' : 'plugins'
  const directory = isInRepository ? `${group}/${names.folder}` : names.folder
  const folder = join(options.into, directory)
  if (existsSync(folder)) throw new Error(`${folder} exists already.`)

  const template = join(TEMPLATES, kind)
  const fill = (text: string) =>
    text.replaceAll(`heliograph-${kind}-sample`, names.packageName).replaceAll(/\bsample\b/g, names.id)
  const adjust: Readonly<Record<string, (text: string) => string>> = {
    'package.json': (text) => {
      const manifest: Manifest = JSON.parse(text)
      const own = isInRepository
        ? manifestForRepository(manifest, directory)
        : manifestForNpm(manifest, options.versions)
      return `${JSON.stringify(own, null, 2)}\n`
    },
    ...(isInRepository && {
      'tsconfig.json': () => '{ "extends": "@heliograph/typescript-config/check.json" }\n',
      'tsconfig.build.json': () => '{ "extends": "@heliograph/typescript-config/build.json" }\n',
      'README.md': (text) => text.replaceAll('npm ', 'pnpm ').replaceAll(REPOSITORY, '../../'),
    }),
  }
  // Read and adjust all files before writing any, so that a failure leaves nothing behind.
  const files: (readonly [path: string, text: string])[] = []
  for (const file of await filesOf(template)) {
    if (isInRepository && NOT_IN_REPOSITORY.includes(file)) continue
    const text = fill(await readFile(join(template, file), 'utf8'))
    // npm would not include a file named .gitignore in the published package.
    const path = file === 'gitignore' ? '.gitignore' : file
    files.push([path, adjust[file]?.(text) ?? text])
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return { packageName: names.packageName, folder }
}

/** Paths of all files relative to the template's folder, sorted. */
async function filesOf(template: string): Promise<readonly string[]> {
  const entries = await readdir(template, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(template.length + 1))
    .sort()
}
