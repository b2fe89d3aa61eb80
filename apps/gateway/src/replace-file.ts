import { open, rename, rm, stat } from 'node:fs/promises'
import { CommandError } from './command-error.ts'

/** Writes a file that only its owner can read. It gets its name only once it is complete. */
export async function replaceFile(
  path: string,
  fill: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const present = await stat(path).catch(() => undefined)
  if (present?.isFile() === false) throw new CommandError('file', `${path} is no file that can be replaced.`)
  const partial = `${path}.part`
  const file = await open(partial, 'w', 0o600)
  try {
    await fill((text) => file.appendFile(text))
    await file.close()
    await rename(partial, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}
