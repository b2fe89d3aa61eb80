import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The postmaster that runs on a data folder: the file that it keeps there also stays behind after a kill. */
export function findServer(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10)
    return isServerOf(pid, dataDir) ? pid : undefined
  } catch {
    return undefined
  }
}

/** Whether this process is one of the server's on a data folder, which is the working folder of them all. */
export function isServerOf(pid: number, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
  } catch {
    return false
  }
}

export function hasProcesses(dataDir: string): boolean {
  return readdirSync('/proc').some((name) => isServerOf(Number(name), dataDir))
}
