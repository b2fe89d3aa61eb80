import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

const run = promisify(execFile)

/**
 * Packs packages of the repository, named by their folders, as they would be published: they have to be compiled
 * already. Resolves with the paths of the tarballs by package name.
 */
export async function packPackages(directories: readonly string[], into: string): Promise<ReadonlyMap<string, string>> {
  const names = await Promise.all(directories.map((directory) => nameOf(join(ROOT, directory))))
  const filters = directories.flatMap((directory) => ['--filter', `./${directory}`])
  const pack = ['-y', '--prefer-offline', 'pnpm@12', '-r', ...filters, 'pack', '--pack-destination', into]
  await run('npx', pack, { cwd: ROOT, maxBuffer: 2 ** 26 })
  const files = await readdir(into)
  return new Map(
    names.map((name) => {
      const start = `${name.replace('@', '').replace('/', '-')}-`
      const file = files.find((each) => each.startsWith(start) && /^\d/.test(each.slice(start.length)))
      if (file === undefined) throw new Error(`${name} was not packed: ${files}`)
      return [name, join(into, file)]
    }),
  )
}

async function nameOf(folder: string): Promise<string> {
  if (!existsSync(join(folder, 'dist'))) throw new Error(`${folder} is not compiled: pnpm build`)
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).name
}
