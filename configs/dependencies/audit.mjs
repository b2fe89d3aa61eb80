// Asks the registry for known vulnerabilities of what the lockfile installs in production. Fails for those of severity
// high or critical, unless `allowed.json` allows one with a reason and a date that has not passed. A registry that does
// not answer audits is reported and fails nothing.
// Usage: audit.mjs
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge, readReport } from './judge.mjs'

const LIMIT_MS = 120_000
const root = join(import.meta.dirname, '../..')

const allowed = JSON.parse(readFileSync(join(import.meta.dirname, 'allowed.json'), 'utf8'))
const { stdout, stderr, error } = spawnSync('npx', ['-y', 'pnpm@12', 'audit', '--prod', '--json'], {
  cwd: root,
  encoding: 'utf8',
  timeout: LIMIT_MS,
  maxBuffer: 64 * 1024 * 1024,
})
const advisories = readReport(stdout ?? '')
if (advisories === undefined) {
  const [code] = /ERR_\w+/.exec(`${stdout}${stderr}`) ?? [error?.message ?? 'no report']
  console.log(
    `NOT AUDITED: the registry does not answer audits here (${code}). Known vulnerabilities were not looked up.`,
  )
} else {
  const { lines, isGood } = judge(advisories, allowed, new Date())
  for (const line of lines) console.log(line)
  if (!isGood) process.exit(1)
}
