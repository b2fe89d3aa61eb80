// A short suite on the Node versions that the gateway supports and that the rest of the run does not use: the quick
// tests that depend most on Node, and the gateway as it is installed, with one message delivered. Node itself comes
// from the npm registry and goes into a cache outside of the repository; a version that is not available is reported
// and skipped. Fails when a suite fails.
// Usage: node-versions.mjs CACHE_FOLDER
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VERSIONS = ['20', '22', '24']

/**
 * Packages of `core` that depend on things that differ between versions of Node: sockets, streams, timers, processes,
 * modules. The others use only the language, or take too long.
 */
const PACKAGES = ['config', 'contracts', 'http', 'postgres-driver', 'runtime', 'smpp']

/** Prefixes of slow tests: those with proxies or very many connections, or with random octets. */
const SLOW = ['fuzz', 'http-behind-proxy', 'http-descriptors', 'http-unfinished-bodies', 'http-waiting-bodies']

const root = fileURLToPath(new URL('..', import.meta.url))
const [cache] = process.argv.slice(2)
const [current] = process.versions.node.split('.')

const failed = VERSIONS.filter((version) => version !== current).filter((version) => !isGood(version))
if (failed.length > 0) {
  console.log(`The suite failed on Node ${failed.join(' and ')}.`)
  process.exit(1)
}

/** Also true when this version is not available. */
function isGood(version) {
  const node = findNode(version)
  if (node === undefined) return true
  const begun = Date.now()
  const args = [
    '--conditions=@heliograph/source',
    '--import',
    '@heliograph/tsx',
    '--test',
    '--test-timeout=900000',
    ...suite(),
  ]
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit' })
  console.log(`Node ${version}: ${status === 0 ? 'good' : 'FAILED'} after ${Math.round((Date.now() - begun) / 1000)} s`)
  return status === 0
}

function suite() {
  const quick = PACKAGES.flatMap((name) => testsOf(join('core', name)))
  return [...quick, 'apps/gateway/test/packed.test.ts']
}

function testsOf(folder) {
  const names = readdirSync(join(root, folder, 'test'))
  const chosen = names.filter((name) => name.endsWith('.test.ts') && !SLOW.some((start) => name.startsWith(start)))
  return chosen.map((name) => join(folder, 'test', name))
}

/** The path of the program; undefined when it is not available. */
function findNode(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const prefix = join(cache, version)
  const node = join(prefix, 'node_modules', name, 'bin', 'node')
  mkdirSync(prefix, { recursive: true })
  const options = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const installed = spawnSync('npm', ['install', '--prefix', prefix, ...options, `${name}@${version}`], {
    encoding: 'utf8',
  })
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (!existsSync(node) || !stdout?.startsWith(`v${version}.`)) {
    console.log(
      `Node ${version}: left out, ${name}@${version} cannot be had here. ${installed.stderr?.split('\n')[0] ?? ''}`,
    )
    return undefined
  }
  console.log(`Node ${version}: ${stdout.trim()}`)
  return node
}
