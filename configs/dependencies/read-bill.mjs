import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCompiledIn } from './bill.mjs'

const root = join(import.meta.dirname, '../..')

/** What the gateway ships: what its installation depends on, and what is compiled into its packages. */
export function readBill() {
  const installed = askPnpm(['--prod', '--filter-prod=@heliograph/gateway'])
  const driver = askPnpm(['--filter=@heliograph/postgres-driver'])
  const portal = askPnpm(['--filter=@heliograph/portal'])
  return withCompiledIn(withCompiledIn(installed, driver, ['postgres']), portal, importedBy('apps/portal'))
}

/** From the lockfile and the packages that are installed; no registry is asked. */
function askPnpm(options) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', ...options]
  const inPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/')
  const [program, ...before] = inPnpm ? ['pnpm'] : ['npx', '-y', 'pnpm@12']
  const { status, stdout, stderr, error } = spawnSync(program, [...before, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')}: ${error?.message ?? stderr}`)
  return JSON.parse(stdout)
}

/** The packages of others that the sources of a package import. */
function importedBy(folder) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const texts = sourcesIn(join(root, folder, 'src')).map((file) => readFileSync(file, 'utf8'))
  const isOthers = ([name, version]) => !version.startsWith('workspace:') && !name.startsWith('@types/')
  const isImported = (name) => texts.some((text) => new RegExp(`(from|import\\(?) ?'${name}(/|')`).test(text))
  return Object.entries(devDependencies)
    .filter(isOthers)
    .map(([name]) => name)
    .filter(isImported)
}

function sourcesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}
