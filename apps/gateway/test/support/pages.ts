import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Folders that are installed or generated, of tests, or not about this release. */
const SKIPPED = /^(\..*|node_modules|dist|fixtures)$/

/** The pages of the repository, by their paths in it. */
export async function findPages(folder = ''): Promise<readonly string[]> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true })
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : findPages(path)
      return entry.name.endsWith('.md') ? [path] : []
    }),
  )
  return found.flat()
}

export const readPage = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8')
