import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The content of a `package.json`. It comes from others, so any field may be absent or of another type. */
export type Manifest = Readonly<Record<string, unknown>>

/** A package on the disk. */
export interface InstalledPackage {
  readonly name: string
  readonly folder: string
  readonly manifest: Manifest
}

/** The package that a file belongs to: the nearest folder above it whose manifest has a name. */
export function nearestPackage(file: string): InstalledPackage | undefined {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = readManifest(folder)
    if (typeof manifest.name === 'string') return { name: manifest.name, folder, manifest }
  }
  return undefined
}

/** Reads a folder's manifest; empty when there is none or it cannot be read. */
export function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    return {}
  }
}

/** The command that installs a package in a folder, by pnpm where that is in use. */
export function installCommand(folder: string, name: string): string {
  return isOfPnpm(folder) ? `pnpm --dir ${folder} add ${name}` : `npm install --prefix ${folder} ${name}`
}

function isOfPnpm(folder: string): boolean {
  if (existsSync(join(folder, 'pnpm-lock.yaml'))) return true
  return folder !== dirname(folder) && isOfPnpm(dirname(folder))
}

/** The command that builds a package; undefined when it has none. */
export function buildCommandOf({ folder, manifest }: InstalledPackage): string | undefined {
  return isRecord(manifest.scripts) && typeof manifest.scripts.build === 'string'
    ? `npm run build --prefix ${folder}`
    : undefined
}

/** How a manifest lists another package; undefined when it does not. */
export function listedAs(manifest: Manifest, name: string): 'dependencies' | 'peerDependencies' | undefined {
  return (['dependencies', 'peerDependencies'] as const).find((key) => {
    const list = manifest[key]
    return isRecord(list) && name in list
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
