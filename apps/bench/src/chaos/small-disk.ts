import { execFile } from 'node:child_process'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { mountImage, unmountImage } from '../mounted-image.ts'

const run = promisify(execFile)

/** A disk that is large enough for the database of a round, and small enough to be filled. */
export interface SmallDisk {
  /** Takes all the space that is left. */
  fill(): Promise<void>
  /** Gives it back. */
  free(): Promise<void>
  remove(): Promise<void>
}

/** Enough to try whether it is possible. */
const TRIAL_OCTETS = 2 ** 26
const PIECE = Buffer.alloc(2 ** 20)
const LEAST_PIECE = 2 ** 12

/** Mounts the disk on the empty folder `path`. Rejects where that is impossible: it takes root and mkfs.ext4. */
export async function mountSmallDisk(path: string, octets: number): Promise<SmallDisk> {
  await mountImage(`${path}.image`, path, octets)
  const ballast = join(path, 'ballast')
  return {
    fill: () => fillDisk(ballast),
    free: () => rm(ballast, { force: true }),
    remove: () => unmountImage(path),
  }
}

/** Why no such disk can be mounted below `parent`; undefined when it can. */
export async function whyNoSmallDisk(parent: string): Promise<string | undefined> {
  const path = join(parent, 'disk')
  await mkdir(path)
  try {
    const disk = await mountSmallDisk(path, TRIAL_OCTETS)
    await disk.remove()
    return undefined
  } catch {
    return 'a disk of its own for Postgres cannot be mounted (it takes root and mkfs.ext4)'
  } finally {
    await rm(path, { recursive: true, force: true })
    await rm(`${path}.image`, { force: true })
  }
}

/** Reserves what the file system says is free, and writes until the rest is used too. */
async function fillDisk(ballast: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(ballast))
  await run('fallocate', ['-l', String(bavail * bsize), ballast]).catch(() => {})
  const file = await open(ballast, 'a')
  try {
    for (let size = PIECE.length; size >= LEAST_PIECE; ) {
      const written = await file.write(PIECE, 0, size).then(
        ({ bytesWritten }) => bytesWritten,
        () => 0,
      )
      if (written < size) size /= 2
    }
  } finally {
    await file.close()
  }
}
