// A short suite on the Node versions that the gateway supports and that the rest of the run does not use: the quick
// tests that depend most on Node, and the gateway as it is installed, with one message delivered. Node itself comes
// from the npm registry and goes into a cache outside of the repository; a version that is not available is reported
// and skipped. Fails when a suite fails.
// Usage: node-versions.mjs CACHE_FOLDER
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const VERSIONS = ['20', '22', '24']

/**
 * Packages of `core` that depend on things that differ between versions of Node: sockets, streams, timers, processes,
 * modules. The others use only the language, or take too long.
 */
const PACKAGES = ['config', 'contracts', 'http', 'postgres-driver', 'runtime', 'smpp']

/** Prefixes of slow tests: those with proxies or very many connections, or with random octets. */
const SLOW = ['fuzz', 'http-behind-proxy', 'http-descriptors', 'http-unfinished-bodies', 'http-waiting-bodies']

/**
 * Prefixes of tests in these packages that use only the language: what a configuration lacks and what has changed in
 * it, tables of references, the octets of the native server's file, and a parser that gets its input from the test.
 */
const LANGUAGE = ['problems', 'changed-paths', 'reference', 'uws-correction', 'reply-parser']

/** Changes its process. */
const APART = 'core/http/test/http-server-kind.test.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const runner = join(root, 'configs/tsx/test.mjs')
const [cache] = process.argv.slice(2)
const [current] = process.versions.node.split('.')

const found = VERSIONS.filter((version) => version !== current).flatMap(findNode)
const quick = PACKAGES.flatMap((name) => testsOf(join('core', name)))
// Two at a time. The gateway starts on one version after the other: the first installs it, unless that has been done in
// this run (HELIOGRAPH_PACKED).
const lanes = [
  { name: 'core', args: [`--apart=${APART}`, ...quick] },
  { name: 'packed', args: ['apps/gateway/test/packed.test.ts'] },
]
const failed = (await Promise.all(lanes.map(failuresOf))).flat()
if (failed.length > 0) {
  console.log(`The suite failed on Node ${failed.join(' and ')}.`)
  process.exit(1)
}

/** The versions on which it fails. */
async function failuresOf({ name, args }) {
  const failures = []
  for (const { version, node } of found) {
    const begun = Date.now()
    const isGood = await passes(node, args, `node${version}-${name}`)
    const seconds = Math.round((Date.now() - begun) / 1000)
    console.log(`Node ${version}, ${name}: ${isGood ? 'good' : 'FAILED'} after ${seconds} s`)
    if (!isGood) failures.push(`${version} (${name})`)
  }
  return failures
}

/** Each line of the output begins with the title, as with turbo. */
async function passes(node, args, title) {
  const child = spawn(node, [runner, '--timeout=900000', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(`${title}: ${line}`))
  const [code] = await once(child, 'close')
  return code === 0
}

function testsOf(folder) {
  const names = readdirSync(join(root, folder, 'test'))
  const isLeftOut = (name) => [...SLOW, ...LANGUAGE].some((start) => name.startsWith(start))
  const chosen = names.filter((name) => name.endsWith('.test.ts') && !isLeftOut(name))
  return chosen.map((name) => join(folder, 'test', name))
}

/** The version with the path of its program; nothing when it is not available. */
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
    return []
  }
  console.log(`Node ${version}: ${stdout.trim()}`)
  return [{ version, node }]
}
