import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export const CACHE = fileURLToPath(new URL('node_modules/.cache/', import.meta.url))

/** Names a folder of the cache by the installed versions of packages. */
export async function versionsOf(packages) {
  await mkdir(CACHE, { recursive: true })
  const named = packages.map(async (name) => {
    const file = new URL(`node_modules/${name}/package.json`, import.meta.url)
    return `${name}@${JSON.parse(await readFile(file, 'utf8')).version}`
  })
  return (await Promise.all(named)).join('+')
}
