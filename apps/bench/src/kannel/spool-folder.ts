import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mountImage, unmountImage } from '../mounted-image.ts'

const IMAGE_OCTETS = 4 * 2 ** 30

/** A folder for Kannel's spool. */
export interface SpoolFolder {
  readonly path: string
  /** Whether it is on a fresh file system of its own. */
  readonly isOwn: boolean
  remove(): Promise<void>
}

/**
 * Creates a folder for the spool store, which creates and removes a file for each message. An ext4 without a journal
 * does not reuse fresh inodes for minutes and searches past them, at ten times the cost; so the spool gets a fresh ext4
 * with a journal in a mounted file. Where that is impossible (it takes root and mkfs.ext4), the spool is a plain
 * folder.
 */
export async function makeSpoolFolder(folder: string): Promise<SpoolFolder> {
  const path = join(folder, 'spool')
  await mkdir(path)
  try {
    await mountImage(join(folder, 'spool.image'), path, IMAGE_OCTETS)
  } catch {
    return { path, isOwn: false, remove: async () => {} }
  }
  return { path, isOwn: true, remove: () => unmountImage(path) }
}
