import { execFile } from 'node:child_process'
import { truncate, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Mounts a fresh ext4 with a journal, in a new file `image`, on the folder `path`. The file is sparse: only written
 * blocks take space. Takes root and mkfs.ext4; rejects without them.
 */
export async function mountImage(image: string, path: string, octets: number): Promise<void> {
  await writeFile(image, '')
  await truncate(image, octets)
  // No blocks are reserved for root: what is free is free for every user.
  await run('mkfs.ext4', ['-q', '-F', '-m', '0', '-O', 'has_journal', image], { env: withSystemFolders() })
  await run('mount', ['-o', 'loop', image, path], { env: withSystemFolders() })
}

/** Unmounts lazily, because a killed process may hold the folder for a moment longer. */
export async function unmountImage(path: string): Promise<void> {
  await run('umount', ['-l', path], { env: withSystemFolders() })
}

function withSystemFolders(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` }
}
