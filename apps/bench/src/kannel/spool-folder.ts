import { execFile } from 'node:child_process'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Size of the image file, which is sparse: only written blocks take space. */
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
  const image = join(folder, 'spool.image')
  await mkdir(path)
  try {
    await writeFile(image, '')
    await truncate(image, IMAGE_OCTETS)
    await run('mkfs.ext4', ['-q', '-F', '-O', 'has_journal', image], { env: withSystemFolders() })
    await run('mount', ['-o', 'loop', image, path], { env: withSystemFolders() })
  } catch {
    return { path, isOwn: false, remove: async () => {} }
  }
  // Unmount lazily, because a killed Kannel may hold it for a moment longer.
  return {
    path,
    isOwn: true,
    remove: async () => void (await run('umount', ['-l', path], { env: withSystemFolders() })),
  }
}

function withSystemFolders(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` }
}
