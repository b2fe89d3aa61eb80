/**
 * Clusters kept from earlier test runs of this checkout, so that a run begins with a copy of files: creating a cluster
 * and migrating a template takes longer than the tests of most files. Without one that fits, a run begins with nothing.
 */
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resolveBinaries } from '../server/binaries.ts'
import { resolveServiceUser } from '../system/service-user.ts'

/** Both as sources and as the built package. The variable is for tests of this. */
const FOLDER =
  process.env.HELIOGRAPH_TEST_CLUSTERS ?? fileURLToPath(new URL('../../node_modules/.cache/clusters/', import.meta.url))

/** Sources run as `.ts`, the built package as `.js`. */
const CREATOR = new URL(`../server/cluster${import.meta.url.slice(-3)}`, import.meta.url)

/** One more than the newest, because another run may still be copying it. */
const KEPT = 2

/**
 * Copies the newest cluster that fits into a new data folder. Resolves with false when there is none. `content` names
 * what is in the clusters of a kind.
 */
export async function restoreCluster(dataDir: string, kind: string, content = ''): Promise<boolean> {
  const [newest] = (await listKept(await keyOfClusters(kind))).filter((name) => name.endsWith(`-${content}`))
  if (newest !== undefined && (await copyFolder(join(FOLDER, newest), join(dataDir, 'postgres')))) return true
  await rm(join(dataDir, 'postgres'), { recursive: true, force: true })
  return false
}

/** Keeps the cluster of a data folder, whose server is stopped. A place that cannot be written to is no error. */
export async function keepCluster(dataDir: string, kind: string, content = ''): Promise<void> {
  const home = join(dataDir, 'postgres')
  // A link leads to a place that the next run would not use.
  if (!(await lstat(home)).isDirectory()) return
  const key = await keyOfClusters(kind)
  // A process may keep several at once.
  const unfinished = join(FOLDER, `unfinished-${randomUUID()}`)
  try {
    await mkdir(FOLDER, { recursive: true })
    if (await copyFolder(home, unfinished)) await rename(unfinished, join(FOLDER, `${key}-${Date.now()}-${content}`))
    const old = (await listKept(key)).slice(KEPT)
    for (const name of old) await rm(join(FOLDER, name), { recursive: true, force: true })
  } catch {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Newest first. */
async function listKept(key: string): Promise<string[]> {
  const names = await readdir(FOLDER).catch(() => [])
  return names.filter((name) => name.startsWith(`${key}-`)).sort((a, b) => (a < b ? 1 : -1))
}

/** Differs when another version of Postgres, another user or another way to create a cluster is used. */
async function keyOfClusters(kind: string): Promise<string> {
  const user = await resolveServiceUser()
  const { postgres } = await resolveBinaries(user)
  const parts = [kind, postgres, String(user?.uid ?? process.getuid?.()), await readFile(CREATOR, 'utf8')]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}

/** With owners and rights, which the server insists on. Resolves with false when it did not work. */
async function copyFolder(from: string, to: string): Promise<boolean> {
  const copying = spawn('cp', ['-a', from, to], { stdio: 'ignore' })
  const [code] = await once(copying, 'exit').catch(() => [1])
  return code === 0
}
