import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPackageRegistry } from '../../../../../core/testkit/test/support/package-registry.ts'
import { type Ended, launch, run } from './run.ts'

const HOME = fileURLToPath(new URL('../../..', import.meta.url))
const ROOT = join(HOME, '../..')

/**
 * A folder in which a run of all tests keeps the installation, because the gateway is tested on several versions of
 * Node. They share it: nothing in it is made for one version. The native server has a binary for each that it supports,
 * and is looked for at each start; Postgres is programs.
 */
const KEPT = process.env.HELIOGRAPH_PACKED

/** npm's errors when the registry for third-party packages cannot be reached. */
const NO_REGISTRY =
  /code (E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH)|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/

/** The gateway as after `npm install -g @heliograph/gateway`, with a home folder of its own. */
export interface Installation {
  /** The installed package. */
  readonly home: string
  /** An empty folder in which the commands are run. */
  readonly cwd: string
  /** Where the account's data is. */
  readonly dataDir: string
  launch(args: readonly string[]): ReturnType<typeof launch>
  run(args: readonly string[]): Promise<Ended>
  remove(): Promise<void>
}

/**
 * Compiles, packs and installs the gateway, unless that has been done in this run of all tests. Resolves with undefined
 * when third-party packages are not available because no registry can be reached.
 */
export async function installPacked(): Promise<Installation | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-packed-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // The user that the embedded Postgres runs as has to be able to enter the folder.
    await chmod(folder, 0o755)
    const [packages, account, cwd] = (await Promise.all(
      ['packages', 'account', 'empty'].map(async (name) => {
        const path = join(folder, name)
        await mkdir(path)
        return path
      }),
    )) as [string, string, string]
    const prefix = join(KEPT ?? folder, 'prefix')
    if (!existsSync(prefix) && !(await packAndInstall(packages, prefix))) {
      await remove()
      return undefined
    }
    const program = join(prefix, 'bin/heliograph')
    const options = { cwd, env: { HOME: account } }
    return {
      home: join(prefix, 'lib/node_modules/@heliograph/gateway'),
      cwd,
      dataDir: join(account, '.heliograph'),
      launch: (args) => launch(program, args, options),
      run: (args) => run(program, args, options),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Under another name until it is complete. Resolves with false as `install` does. */
async function packAndInstall(packages: string, prefix: string): Promise<boolean> {
  const unfinished = `${prefix}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  await pack(packages)
  if (!(await install(packages, unfinished))) return false
  await rename(unfinished, prefix)
  return true
}

/** Packs the gateway and those of our packages that it needs, as they would be published. */
async function pack(target: string): Promise<void> {
  // Compiles when something has changed.
  await succeed(process.execPath, [join(HOME, 'bin/heliograph.mjs'), '--version'])
  const args = ['--recursive', '--filter-prod', '@heliograph/gateway...', 'pack', '--pack-destination', target]
  const inPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/')
  await (inPnpm ? succeed('pnpm', args) : succeed('npx', ['-y', 'pnpm@12', ...args]))
}

async function succeed(command: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run(command, args, { cwd: ROOT })
  assert.equal(code, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`)
}

/** Our packages come from a local registry, all others from the one that npm uses. */
async function install(packages: string, prefix: string): Promise<boolean> {
  const tarballs = (await readdir(packages)).filter((file) => file.endsWith('.tgz'))
  const registry = await openPackageRegistry(tarballs.map((file) => join(packages, file)))
  try {
    const options = [`--@heliograph:registry=${registry.url}`, '--prefer-offline', '--no-audit', '--no-fund']
    const args = ['install', '--global', '--prefix', prefix, ...options, '@heliograph/gateway']
    // With a prefix of its own npm would read the machine's settings, such as the authority of a proxy, from there.
    const settings = await run('npm', ['config', 'get', 'globalconfig'], { cwd: prefix })
    const env = { npm_config_globalconfig: settings.stdout.trim() }
    const { code, stderr } = await run('npm', args, { cwd: prefix, env })
    if (code !== 0 && NO_REGISTRY.test(stderr)) return false
    assert.equal(code, 0, stderr)
    return true
  } finally {
    await registry.close()
  }
}
