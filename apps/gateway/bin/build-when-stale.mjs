import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createBuildProgress } from './build-progress.mjs'

const INPUTS = [
  'src',
  'migrations',
  'scripts',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'tsconfig.build.json',
]
/** A built package has one of these: a module, or pages. */
const OUTPUTS = ['index.js', 'index.html']

const TICK_MS = 1_000

/** The first build of a checkout writes a source of the portal, after which all is compiled but nothing fresh. */
const MOST_BUILDS = 2

/**
 * In a source checkout, compiles the gateway and everything it uses when a source is newer than the last build. Says on
 * standard error how far that is, because it may take minutes; standard output belongs to the command. A build that
 * fails ends the process.
 *
 * @param {string} home folder of the gateway package
 */
export async function buildWhenStale(home) {
  const stamp = join(home, 'dist', '.built')
  const packages = workspacePackages(home, ['dependencies'])
  for (let builds = 0; builds < MOST_BUILDS && !isFresh(packages, stamp); builds += 1) await buildAll(home, stamp)
}

async function buildAll(home, stamp) {
  const begun = new Date()
  const { status, output } = await runBuild(join(home, '..', '..'), countBuilds(home))
  if (status !== 0) {
    process.stderr.write(`${output}\nHeliograph could not be compiled; see above.\n`)
    process.exit(1)
  }
  // The time the build began, so that anything changed while it ran is newer.
  writeFileSync(stamp, begun.toISOString())
}

/** The package and all of its workspace dependencies of these kinds, direct and indirect. */
function workspacePackages(home, kinds, found = new Set()) {
  const folder = realpathSync(home)
  if (found.has(folder)) return found
  found.add(folder)
  const manifest = readManifest(folder)
  for (const [name, version] of kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}))) {
    if (String(version).startsWith('workspace:')) workspacePackages(join(folder, 'node_modules', name), kinds, found)
  }
  return found
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** How many packages turbo builds: unlike this file, it follows development dependencies as well. */
function countBuilds(home) {
  const packages = workspacePackages(home, ['dependencies', 'devDependencies'])
  return [...packages].filter((folder) => readManifest(folder).scripts?.build !== undefined).length
}

function isFresh(packages, stamp) {
  if (!existsSync(stamp)) return false
  const built = Date.parse(readFileSync(stamp, 'utf8'))
  for (const folder of packages) {
    if (!OUTPUTS.some((name) => existsSync(join(folder, 'dist', name)))) return false
    if (INPUTS.some((name) => newest(join(folder, name)) > built)) return false
  }
  return true
}

/** Time of the latest change below a path. Folders count too: their time changes when a file is deleted. */
function newest(path) {
  if (!existsSync(path)) return 0
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** turbo looks for pnpm on the PATH; outside of a pnpm script, npx puts it there. */
async function runBuild(root, total) {
  // A package's output comes at once when its build has ended, which shows how far it all is.
  const logs = ['--output-logs=new-only', '--log-order=grouped']
  const turbo = ['turbo', 'run', 'build', '--filter=@heliograph/gateway...', ...logs]
  const inPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/')
  const [command, ...args] = inPnpm ? ['pnpm', 'exec', ...turbo] : ['npx', '-y', 'pnpm@12', 'exec', ...turbo]
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  })
  const progress = createBuildProgress({
    total,
    isTerminal: process.stderr.isTTY === true,
    write: (text) => process.stderr.write(text),
    now: Date.now,
  })
  const ticks = setInterval(() => progress.tick(), TICK_MS)
  const lines = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    progress.read(line)
  })
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      lines.push(String(error))
      resolve(null)
    })
    child.on('close', resolve)
  })
  clearInterval(ticks)
  progress.end()
  return { status, output: lines.join('\n') }
}
