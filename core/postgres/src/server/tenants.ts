import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../system/ignore-missing.ts'
import { isAlive, ownIdentity, readIdentity } from '../system/process-identity.ts'

/**
 * The processes that use a server right now, one file each, so that the last one to stop can tell that it is the last.
 * Files of killed processes are recognised and dropped. Call only under the lock, unless stated otherwise.
 */
export interface Tenants {
  /** Returns the name to pass to `leave`. */
  enter(): Promise<string>
  /** True when none is left. */
  leave(name: string): Promise<boolean>
  /** True while a process uses the server, or did when it died, and so has its address. */
  any(): Promise<boolean>
  /** The same without the lock; changes nothing. False when the folder is gone. */
  look(): Promise<boolean>
}

let counter = 0

export function openTenants(folder: string): Tenants {
  async function any(): Promise<boolean> {
    await mkdir(folder, { recursive: true })
    let living = 0
    for (const entry of await readdir(folder)) {
      if (await isTenantAlive(join(folder, entry))) living++
      else await rm(join(folder, entry), { force: true })
    }
    return living > 0
  }

  return {
    any,
    async look() {
      const entries = await readdir(folder).catch((error: unknown) => ignoreMissing<string[]>(error, []))
      for (const entry of entries) if (await isTenantAlive(join(folder, entry))) return true
      return false
    },
    async enter() {
      await mkdir(folder, { recursive: true })
      const identity = await ownIdentity()
      const name = `${identity.pid}-${counter++}`
      await writeFile(join(folder, name), JSON.stringify(identity))
      return name
    },
    async leave(name) {
      await rm(join(folder, name), { force: true })
      return !(await any())
    },
  }
}

/** A half-written file belongs to a process that died while writing it. */
async function isTenantAlive(path: string): Promise<boolean> {
  const identity = await readIdentity(path)
  return identity !== undefined && isAlive(identity)
}
