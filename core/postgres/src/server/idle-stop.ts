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

/** What the process that stops an unused server has to know. */
export interface IdleStopSettings {
  /** Folder of the files by which processes find each other. */
  readonly run: string
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly user: ServiceUser | undefined
  /** How long nothing may use the server before it is stopped. */
  readonly graceMs: number
}

/** The most time between two looks. */
const LONGEST_LOOK_MS = 5_000

const LOCK_TIMEOUT_MS = 10_000

const NAMING_MS = 10_000

/** File in `run` that names the process whose task this is. */
export const IDLE_STOP_FILE = 'idle-stop'

/**
 * Stops a server that no living process has used for a while: the last one was killed and could not. Ends with the server, however that ends, and when it is not
 * named any more. Looks at a few files now and then; takes the lock, and writes anything at all, only while the server runs.
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
    // Who started this process has to write its name first.
    const isEarly = !wasNamed && named === undefined && performance.now() - begunAt < NAMING_MS
    if (named?.pid !== process.pid && !isEarly) return true
    if (!(await isServerRunning(cluster.data))) {
      // Given up first: one that has started the server this moment may have found that it is looked after.
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
    // A look that fails (another process held the lock for long, say) is as good as none.
  } while (!(await isDone().catch(() => false)))
}

/** A process that opens the server at this moment has entered before, or starts it again afterwards. */
async function stopUnused({ run, cluster, binaries, user }: IdleStopSettings): Promise<void> {
  const tenants = openTenants(join(run, 'tenants'))
  await withLock(join(run, 'lock'), LOCK_TIMEOUT_MS, async () => {
    if (!(await tenants.any())) await stopServer(cluster, binaries, user)
  })
}
