import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openPackageRegistry, type PackageRegistry } from '../../../../core/testkit/test/support/package-registry.ts'
import { packPackages } from './pack-packages.ts'

/** The packages that an adapter may depend on, and the one that creates adapters. */
const FOR_AUTHORS = [
  'core/contracts',
  'core/messaging',
  'core/access',
  'core/config',
  'core/http',
  'core/smpp',
  'core/wire',
  'core/testkit',
  'apps/create-heliograph-adapter',
]

/** The packages that are created. */
export const CREATED = [
  { name: 'acme', flags: [], packageName: 'heliograph-adapter-acme' },
  { name: 'acme-count', flags: ['--plugin'], packageName: 'heliograph-plugin-acme-count' },
  { name: 'acme-sms', flags: ['--carrier'], packageName: 'heliograph-carrier-acme-sms' },
] as const

/** A folder outside the repository in which they were created and installed. */
export interface Workplace {
  readonly folder: string
  remove(): Promise<void>
}

const exec = promisify(execFile)

/** The environment of this process without the variables set by its test run and by pnpm. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NODE_|npm_|pnpm_)/i.test(name)))
}

/** Runs a program to its end and resolves with its output. Throws `Error` with the output when it fails. */
export async function run(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await exec(program, [...args], { cwd, env: ownEnvironment(), maxBuffer: 2 ** 26 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string }
    throw new Error(`${message}\n${stdout}\n${stderr}`)
  }
}

/**
 * Packs what authors need and the packages of the folders `more`, and publishes them on a registry of this machine. In
 * an empty folder, creates these packages with `npm create` and installs them, together with the published ones named
 * in `installed`.
 */
export async function openWorkplace(
  more: readonly string[] = [],
  installed: readonly string[] = [],
): Promise<Workplace> {
  const home = await mkdtemp(join(tmpdir(), 'heliograph-author-'))
  let registry: PackageRegistry | undefined
  const remove = async () => {
    await registry?.close()
    await rm(home, { recursive: true, force: true })
  }
  try {
    const tarballs = await packPackages([...FOR_AUTHORS, ...more], join(home, 'packed'))
    registry = await openPackageRegistry(tarballs.values())
    const folder = join(home, 'work')
    await mkdir(folder)
    // An npm that has never seen the creator: it would take an earlier one of the same version out of its cache.
    const create = ['create', '--yes', '--registry', registry.url, '--cache', join(home, 'npm'), 'heliograph-adapter']
    for (const { name, flags } of CREATED) await run(folder, 'npm', ...create, name, '--', ...flags)
    await writeFile(join(folder, '.npmrc'), `@heliograph:registry=${registry.url}\n`)
    const dependencies = Object.fromEntries(installed.map((name) => [name, 'latest']))
    const workspaces = CREATED.map(({ name }) => name)
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces, dependencies }))
    await run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
