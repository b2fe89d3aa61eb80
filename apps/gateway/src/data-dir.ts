import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The folder in which a deployment without services of its own keeps things. */
export interface DataDir {
  readonly path: string
  /** The text of a file in it, undefined when there is none. */
  read(name: string): Promise<string | undefined>
  /** Writes a file readable by its owner only, all of it or nothing. */
  write(name: string, text: string): Promise<void>
  /** As `write`, but leaves a file that already exists alone; returns what the file then holds. */
  writeOnce(name: string, text: string): Promise<string>
}

/** Nothing is created before the first write. */
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

/** False when the file exists. Two processes may try at once: a link appears with its content or not at all. */
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
