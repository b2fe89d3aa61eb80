import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The folder in which a deployment keeps what is not configured elsewhere: embedded database, generated secrets. */
export interface DataDir {
  readonly path: string
  /** Resolves with the text of a file in the folder; undefined when there is none. */
  read(name: string): Promise<string | undefined>
  /** Writes a file that only its owner can read, either whole or not at all. */
  write(name: string, text: string): Promise<void>
  /** Like `write`, but leaves an existing file alone; resolves with the file's content afterwards. */
  writeOnce(name: string, text: string): Promise<string>
}

/** Opens the data folder. Nothing is created before the first write. */
export function openDataDir(path: string): DataDir {
  const folder = resolve(path)
  const read = (name: string) => readIfPresent(join(folder, name))
  return {
    path: folder,
    read,
    async write(name, text) {
      await mkdir(folder, { recursive: true })
      const unfinished = join(folder, `${name}.${randomUUID()}`)
      await writeFile(unfinished, text, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
    },
    async writeOnce(name, text) {
      await mkdir(folder, { recursive: true })
      return (await createFile(join(folder, name), text)) ? text : ((await read(name)) ?? '')
    },
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Resolves with false when the file exists. Two processes may try at once, so the finished file is hard-linked: it
 * appears complete or not at all.
 */
async function createFile(path: string, text: string): Promise<boolean> {
  const unfinished = `${path}.${randomUUID()}`
  await writeFile(unfinished, text, { mode: 0o600 })
  try {
    await link(unfinished, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await unlink(unfinished)
  }
}
