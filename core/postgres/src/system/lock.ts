import { randomUUID } from 'node:crypto'
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedPostgresError } from '../postgres-error.ts'
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts'

const POLL_MS = 25

/**
 * Runs `work` while no other process runs under the same lock file. A lock whose holder died is taken over, so a crash
 * blocks no other process. Throws `EmbeddedPostgresError` when a living holder does not let go within `timeoutMs`.
 */
export async function withLock<T>(path: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  await acquire(path, timeoutMs)
  try {
    return await work()
  } finally {
    await unlink(path)
  }
}

async function acquire(path: string, timeoutMs: number): Promise<void> {
  const mine = `${path}.${randomUUID()}`
  await writeFile(mine, JSON.stringify(await ownIdentity()))
  const deadline = Date.now() + timeoutMs
  try {
    // A hard link appears together with its content, so no process ever sees a lock without a holder.
    while (!(await tryLink(mine, path))) {
      const holder = await readHolder(path)
      if (holder && !(await isAlive(holder))) await breakLock(path, holder)
      else if (Date.now() > deadline) throw stuck(path, holder)
      else await delay(POLL_MS)
    }
  } finally {
    await unlink(mine)
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(path: string): Promise<ProcessIdentity | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}

/**
 * Moves the dead holder's lock aside and makes sure that it really was the dead holder's: another process may have
 * taken over in between.
 */
async function breakLock(path: string, dead: ProcessIdentity): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  const moved = await readHolder(aside)
  if (moved && (moved.pid !== dead.pid || moved.started !== dead.started)) await tryLink(aside, path)
  await unlink(aside)
}

function stuck(path: string, holder: ProcessIdentity | undefined): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another process (${holder?.pid ?? 'unknown'}) has held ${path} for too long. End that process and try again.`,
  )
}
