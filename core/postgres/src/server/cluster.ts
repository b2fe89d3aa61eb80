import { randomBytes } from 'node:crypto'
import {
  appendFile,
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError } from '../postgres-error.ts'
import { isPidInUse } from '../system/process-identity.ts'
import { isReachable } from '../system/reachable.ts'
import { runCommand } from '../system/run-command.ts'
import type { ServiceUser } from '../system/service-user.ts'
import { type Binaries, SYSTEM_FOLDER } from './binaries.ts'

/** The files and folders of one cluster. */
export interface Cluster {
  /** What Postgres calls the data directory. */
  readonly data: string
  readonly passwordFile: string
  readonly settingsFile: string
  readonly logFile: string
}

export const SUPERUSER = 'heliograph'
export const DATABASE = 'heliograph'

/**
 * Finds the cluster of a data folder or creates it. A new cluster is built next to its final place and moved there when
 * complete, so a crash in the middle leaves nothing that looks like a cluster. Call only under the lock.
 */
export async function ensureCluster(
  dataDir: string,
  binaries: Binaries,
  user: ServiceUser | undefined,
  durable: boolean,
): Promise<Cluster> {
  const home = join(dataDir, 'postgres')
  if (!(await exists(home))) await createCluster(dataDir, home, binaries, user, durable)
  const real = await resolveHome(home)
  await refuseForeignOwner(join(real, 'data'), user)
  return layout(real)
}

/** The folder itself, or the target of the link when the cluster had to be put elsewhere. */
async function resolveHome(home: string): Promise<string> {
  try {
    return await realpath(home)
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${home} is a link to a folder that is gone. Put the folder back, or remove the link to begin with an empty database.`,
      { cause },
    )
  }
}

function layout(home: string): Cluster {
  const data = join(home, 'data')
  return {
    data,
    passwordFile: join(home, 'password'),
    settingsFile: join(data, 'heliograph.conf'),
    logFile: join(home, 'server.log'),
  }
}

async function createCluster(
  dataDir: string,
  home: string,
  binaries: Binaries,
  user: ServiceUser | undefined,
  durable: boolean,
): Promise<void> {
  await removeUnfinished(dataDir)
  if (user === undefined || (await makeReachable(dataDir, user))) {
    const unfinished = `${home}.new-${process.pid}`
    await initialise(unfinished, binaries, user, durable)
    await rename(unfinished, home)
    return
  }
  // The folder is inside one that user `postgres` may not enter (such as /root), so the cluster goes elsewhere and a
  // link points to it.
  const elsewhere = join(
    await findReachableFolder(dataDir, user),
    `heliograph-postgres-${randomBytes(6).toString('hex')}`,
  )
  await initialise(elsewhere, binaries, user, durable)
  await symlink(elsewhere, home)
}

/** A temporary data folder gets a temporary place; everything else goes to the system's folder for service data. */
async function findReachableFolder(dataDir: string, user: ServiceUser): Promise<string> {
  const temporary = await realpath(tmpdir())
  if (dataDir.startsWith(`${temporary}/`) && (await isReachable(temporary, user))) return temporary
  try {
    await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
    return SYSTEM_FOLDER
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The user 'postgres' cannot reach ${dataDir}, and ${SYSTEM_FOLDER} cannot be created. Choose another folder with --data-dir, start as another user, or set database.url.`,
      { cause },
    )
  }
}

/** The data folder is ours, so we may open it for passing through; the folders above it are not. */
async function makeReachable(dataDir: string, user: ServiceUser): Promise<boolean> {
  const { mode } = await stat(dataDir)
  await chmod(dataDir, (mode & 0o7777) | 0o011)
  if (await isReachable(dataDir, user)) return true
  await chmod(dataDir, mode & 0o7777)
  return false
}

async function initialise(
  home: string,
  binaries: Binaries,
  user: ServiceUser | undefined,
  durable: boolean,
): Promise<void> {
  const cluster = layout(home)
  await mkdir(home, { mode: 0o700 })
  await writeFile(cluster.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (user) for (const path of [home, cluster.passwordFile]) await chown(path, user.uid, user.gid)
  const sync = durable ? [] : ['--no-sync']
  await must(binaries.initdb, [...initdbOptions(cluster), ...sync], user)
  await appendFile(join(cluster.data, 'postgresql.conf'), "\ninclude_if_exists = 'heliograph.conf'\n")
  // Single-user mode needs neither a port nor a client library.
  const output = await must(
    binaries.postgres,
    ['--single', '-D', cluster.data, 'postgres'],
    user,
    `create database ${DATABASE}\n`,
  )
  if (output.includes('ERROR')) throw new EmbeddedPostgresError(`The database could not be created: ${output}`)
}

/** The built-in provider's C.UTF-8 sorts by code point on every platform and never changes with a system update. */
function initdbOptions(cluster: Cluster): string[] {
  return [
    `--pgdata=${cluster.data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${cluster.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
}

async function must(file: string, args: string[], user: ServiceUser | undefined, input?: string): Promise<string> {
  const { code, output } = await runCommand(file, args, { user, input })
  if (code !== 0) throw new EmbeddedPostgresError(`${file} failed with code ${code}: ${output}`)
  return output
}

/** Removes clusters whose creator died halfway. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    const isOwn = Number(pid) === process.pid
    if (pid && (isOwn || !isPidInUse(Number(pid)))) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

async function refuseForeignOwner(data: string, user: ServiceUser | undefined): Promise<void> {
  const wanted = user?.uid ?? process.getuid?.()
  if (wanted === undefined) return
  const owner = await ownerOf(data)
  if (owner === wanted) return
  throw new EmbeddedPostgresError(
    `${data} belongs to ${owner === undefined ? 'another user' : `user id ${owner}`}, and Postgres would run as user id ${wanted}. Start as the user who created it, or choose another folder with --data-dir.`,
  )
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid
  } catch {
    return undefined
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
