import { readFile } from 'node:fs/promises'
import { ignoreMissing } from './ignore-missing.ts'

/**
 * A process, distinguished from a later one with the same number by the moment it started (on Linux). Elsewhere the
 * number alone has to do.
 */
export interface ProcessIdentity {
  readonly pid: number
  readonly started: string
}

/** The identity of a process that runs now. */
export async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { pid, started: await startOf(pid) }
}

let own: Promise<ProcessIdentity> | undefined

export function ownIdentity(): Promise<ProcessIdentity> {
  own ??= identityOf(process.pid)
  // A failure is not cached.
  own.catch(() => {
    own = undefined
  })
  return own
}

/** The process that a file names; undefined when there is no file or it is half written. */
export async function readIdentity(path: string): Promise<ProcessIdentity | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ProcessIdentity
  } catch (error) {
    return error instanceof SyntaxError ? undefined : ignoreMissing(error, undefined)
  }
}

/** True while exactly that process runs. */
export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  if (!isPidInUse(identity.pid)) return false
  return (await startOf(identity.pid)) === identity.started
}

/** True when any process, of any user, has this number now. */
export function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The start of a process that has ended but has not been waited for: it keeps its number but does nothing any more. */
const ENDED = 'ended'

/** Boot id and start time in ticks since boot (proc(5), /proc/pid/stat field 22); empty where there is no /proc. */
async function startOf(pid: number): Promise<string> {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    // The second field is the program's name in brackets and may itself contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? ENDED : `${boot.trim()}/${fields[19]}`
  } catch (error) {
    return ignoreMissing(error, '')
  }
}
