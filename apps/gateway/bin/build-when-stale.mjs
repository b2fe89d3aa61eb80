import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/**
 * In a source checkout, compiles the gateway and everything it uses when a source is newer than the last build. Prints
 * nothing unless the build fails, which ends the process: standard output belongs to the command.
 *
 * @param {string} home folder of the gateway package
 */
export function buildWhenStale(home) {
  const stamp = join(home, 'dist', '.built')
  const packages = workspacePackages(home)
  if (isFresh(packages, stamp)) return
  const begun = new Date()
  const { status, output } = runBuild(join(home, '..', '..'))
  if (status !== 0) {
    process.stderr.write(`${output}\nHeliograph could not be compiled; see above.\n`)
    process.exit(1)
  }
  // The time the build began, so that anything changed while it ran is newer.
  writeFileSync(stamp, begun.toISOString())
}

/** The package and all of its workspace dependencies, direct and indirect. */
function workspacePackages(home, found = new Set()) {
  const folder = realpathSync(home)
  if (found.has(folder)) return found
  found.add(folder)
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const [name, version] of Object.entries(dependencies)) {
    if (String(version).startsWith('workspace:')) workspacePackages(join(folder, 'node_modules', name), found)
  }
  return found
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
function runBuild(root) {
  const turbo = ['turbo', 'run', 'build', '--filter=@heliograph/gateway...', '--output-logs=errors-only']
  const inPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/')
  const [command, ...args] = inPnpm ? ['pnpm', 'exec', ...turbo] : ['npx', '-y', 'pnpm@12', 'exec', ...turbo]
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  })
  return { status: result.status, output: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}` }
}
