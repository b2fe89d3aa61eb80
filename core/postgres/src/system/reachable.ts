import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ServiceUser } from './service-user.ts'

/**
 * True when `user` can pass through every folder above `path` and read `path` itself (enter it, when it is a folder).
 * Looks at owner, group and mode only: where an access list permits more, the answer errs on the safe side.
 */
export async function isReachable(path: string, user: ServiceUser): Promise<boolean> {
  for (let current = path; ; current = dirname(current)) {
    const { mode, uid, gid, isFolder } = await permissions(current)
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
    const wanted = isFolder ? 0o1 : 0o4
    if (((mode >> shift) & wanted) !== wanted) return false
    if (dirname(current) === current) return true
  }
}

async function permissions(path: string): Promise<{ mode: number; uid: number; gid: number; isFolder: boolean }> {
  const found = await stat(path)
  return { mode: found.mode, uid: found.uid, gid: found.gid, isFolder: found.isDirectory() }
}
