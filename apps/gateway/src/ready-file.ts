import { rename, rm, writeFile } from 'node:fs/promises'
import type { Addresses } from './gateway.ts'

/**
 * Writes the ready file, by which waiting programs learn that everything listens, and where. It appears complete or not
 * at all.
 */
export async function writeReadyFile(path: string, addresses: Addresses): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify({ ...addresses, pid: process.pid })}\n`)
  await rename(unfinished, path)
}

/** Removes the ready file. One left by an earlier run would report a gateway that is gone. */
export async function removeReadyFile(path: string): Promise<void> {
  await rm(path, { force: true })
}
