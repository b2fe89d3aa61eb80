import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withLock } from '../system/lock.ts'
import { ownIdentity, readIdentity } from '../system/process-identity.ts'
import type { ServiceUser } from '../system/service-user.ts'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { isServerRunning } from './postmaster.ts'
import { stopServer } from './server.ts'
import { openTenants } from './tenants.ts'

/** Settings of the process that stops an unused server. */
export interface IdleStopSettings {
  /** Folder of the files through which processes find each other. */
  readonly run: string
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly user: ServiceUser | undefined
  /** How long the server may go unused before it is stopped. */
  readonly graceMs: number
}

/** The longest time between two checks. */
const LONGEST_LOOK_MS = 5_000

const LOCK_TIMEOUT_MS = 10_000

const NAMING_MS = 10_000

/** File in `run` that names the process in charge of this. */
export const IDLE_STOP_FILE = 'idle-stop'

/**
 * Stops a server that no living process has used for a while because the last one was killed before it could stop it.
 * Resolves when the server has ended, however it ended, or when the file no longer names this process. Checks a few
 * files now and then; takes the lock and writes files only while the server runs.
 */
export async function stopWhenIdle(settings: IdleStopSettings): Promise<void> {
  const { run, cluster, graceMs } = settings
  const path = join(run, IDLE_STOP_FILE)
  const tenants = openTenants(join(run, 'tenants'))
  const begunAt = performance.now()
  let wasNamed = false
  let usedAt = begunAt

  async function isDone(): Promise<boolean> {
    const named = await readIdentity(path)
    wasNamed ||= named?.pid === process.pid
    // The process that started this one has to write its identity first.
    const isEarly = !wasNamed && named === undefined && performance.now() - begunAt < NAMING_MS
    if (named?.pid !== process.pid && !isEarly) return true
    if (!(await isServerRunning(cluster.data))) {
      // Removed before the second check: a process that has just started the server may have seen this one named and
      // relied on it.
      await rm(path, { force: true })
      if (!(await isServerRunning(cluster.data))) return true
      await writeFile(path, JSON.stringify(await ownIdentity()))
    }
    if (await tenants.look()) usedAt = performance.now()
    else if (performance.now() - usedAt >= graceMs) await stopUnused(settings)
    return false
  }

  do {
    await delay(Math.min(LONGEST_LOOK_MS, graceMs / 4))
    // A failed check counts as none (another process held the lock for long, say).
  } while (!(await isDone().catch(() => false)))
}

/** A process that opens the server at this moment has either entered already or starts it again afterwards. */
async function stopUnused({ run, cluster, binaries, user }: IdleStopSettings): Promise<void> {
  const tenants = openTenants(join(run, 'tenants'))
  await withLock(join(run, 'lock'), LOCK_TIMEOUT_MS, async () => {
    if (!(await tenants.any())) await stopServer(cluster, binaries, user)
  })
}
