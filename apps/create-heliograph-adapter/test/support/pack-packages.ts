import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** The files packed into the tarballs, and those that compiling needs. */
const PARTS = [
  'package.json',
  'README.md',
  'UNLICENSE',
  'src',
  'bin',
  'scripts',
  'template',
  'migrations',
  'tsconfig.build.json',
]

const WITH_TYPES = ['--noCheck']
/** Takes a tenth of the time, because imports are not read. */
const WITHOUT_TYPES = [...['--noCheck', '--noResolve'], ...['--declaration', 'false'], ...['--declarationMap', 'false']]

const run = promisify(execFile)

/**
 * Compiles and packs packages of the repository, named by their folders. Only those in `typed` get their types;
 * those that others need come first. Writes nothing outside `into`, so that builds running at the same time are not
 * affected. Resolves with the paths of the tarballs by package name.
 */
export async function packPackages(
  typed: readonly string[],
  untyped: readonly string[],
  into: string,
): Promise<ReadonlyMap<string, string>> {
  const directories = [...typed, ...untyped]
  const staged = new Map<string, string>()
  for (const directory of directories) staged.set(await nameOf(join(ROOT, directory)), join(into, directory))
  for (const file of ['pnpm-workspace.yaml', 'package.json', 'LICENSE']) await cp(join(ROOT, file), join(into, file))
  await cp(join(ROOT, 'configs/gateway'), join(into, 'configs/gateway'), { recursive: true })
  for (const directory of directories) {
    await copyParts(join(ROOT, directory), join(into, directory))
    await linkDependencies(join(ROOT, directory), join(into, directory), staged)
  }
  for (const directory of typed) await build(join(into, directory), WITH_TYPES)
  for (const directory of untyped) await build(join(into, directory), WITHOUT_TYPES)
  const tarballs = join(into, 'tarballs')
  const pack = [
    '-y',
    '--prefer-offline',
    'pnpm@12',
    '-r',
    '--filter',
    '!heliograph',
    'pack',
    '--pack-destination',
    tarballs,
  ]
  await run('npx', pack, { cwd: into, maxBuffer: 2 ** 26 })
  const files = await readdir(tarballs)
  return new Map(
    [...staged.keys()].map((name) => {
      const start = `${name.replace('@', '').replace('/', '-')}-`
      const file = files.find((each) => each.startsWith(start) && /^\d/.test(each.slice(start.length)))
      if (file === undefined) throw new Error(`${name} was not packed: ${files}`)
      return [name, join(tarballs, file)]
    }),
  )
}

/**
 * Compiles with the last command of the build script, but without checking types, which is done elsewhere. The commands
 * before it build pages for browsers, which are not needed here.
 */
async function build(folder: string, options: readonly string[]): Promise<void> {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const [program, ...args] = String(String(scripts.build).split(' && ').at(-1)).split(' ')
  const compile = [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args, ...options]
  await run(process.execPath, program === 'tsc' ? compile : args, { cwd: folder })
}

async function nameOf(folder: string): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).name
}

async function copyParts(from: string, to: string): Promise<void> {
  const there = await readdir(from)
  for (const part of PARTS.filter((each) => there.includes(each))) {
    await cp(join(from, part), join(to, part), { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
  }
}

/** Links the packages that the package has installed, using the staged ones instead of the repository's. */
async function linkDependencies(from: string, to: string, staged: ReadonlyMap<string, string>): Promise<void> {
  for (const name of await installed(join(from, 'node_modules'))) {
    const link = join(to, 'node_modules', name)
    await mkdir(join(link, '..'), { recursive: true })
    await symlink(staged.get(name) ?? join(from, 'node_modules', name), link)
  }
}

async function installed(folder: string): Promise<readonly string[]> {
  const names: string[] = []
  for (const entry of await readdir(folder)) {
    if (entry.startsWith('@')) names.push(...(await readdir(join(folder, entry))).map((name) => `${entry}/${name}`))
    else if (!entry.startsWith('.')) names.push(entry)
  }
  return names
}
