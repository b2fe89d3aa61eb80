import { readFile, readlink, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../system/ignore-missing.ts'
import { isPidInUse } from '../system/process-identity.ts'
import { runCommand } from '../system/run-command.ts'

/** What a server says about itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Whether it listens on that port, and not only on its socket. */
  readonly tcp: boolean
  readonly ready: boolean
}

/**
 * The server that runs on this data directory, or undefined. After a crash `postmaster.pid` may name a process that is
 * gone, or whose number now belongs to an unrelated process (usual in containers); in the second case Postgres would
 * refuse to start, so the file is moved out of the way.
 */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(data)
  if (found === undefined || !isPidInUse(found.pid)) return undefined
  if (await isPostmaster(found.pid, data)) return found
  await discardPidFile(data, found.pid)
  return undefined
}

/**
 * True while a server runs on this data directory, whether or not it accepts connections yet. Changes nothing, so it
 * may be called without the lock.
 */
export async function isServerRunning(data: string): Promise<boolean> {
  const found = await readPidFile(data)
  return found !== undefined && isPidInUse(found.pid) && (await isPostmaster(found.pid, data))
}

/**
 * Lines: pid, data directory, start time, port, socket folder, address, shared memory key, status
 * (src/include/utils/pidfile.h of Postgres).
 */
async function readPidFile(data: string): Promise<Postmaster | undefined> {
  try {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, port: Number(lines[3]), tcp: lines[5]?.trim() !== '', ready: lines[7]?.trim() === 'ready' }
  } catch (error) {
    return ignoreMissing(error, undefined)
  }
}

/**
 * A postmaster's current directory is its data directory; where the system does not tell it, the command line has to
 * do.
 */
async function isPostmaster(pid: number, data: string): Promise<boolean> {
  try {
    if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`)) === data
    if (process.platform === 'win32') {
      return (await runCommand('tasklist', ['/FI', `PID eq ${pid}`])).output.includes('postgres.exe')
    }
    return (await runCommand('ps', ['-o', 'command=', '-p', String(pid)])).output.includes(data)
  } catch (error) {
    return ignoreMissing(error, false)
  }
}

async function discardPidFile(data: string, stalePid: number): Promise<void> {
  const path = join(data, 'postmaster.pid')
  const aside = join(data, 'postmaster.pid.stale')
  await rename(path, aside).catch(() => undefined)
  const moved = Number((await readFile(aside, 'utf8').catch(() => '')).split('\n')[0])
  if (moved !== stalePid) await rename(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}
