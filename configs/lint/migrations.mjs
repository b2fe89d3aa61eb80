// Fails for a migration that was edited after it had landed, is not in the list, or has the number of another one.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { judgeMigrations } from './judge-migrations.mjs'

const LIST = 'migrations.lock'

const folder = resolve(import.meta.dirname, '../../core/engine/migrations')
const names = readdirSync(folder).filter((name) => name !== LIST)
const files = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
const problems = judgeMigrations(files, readFileSync(join(folder, LIST), 'utf8'))
if (problems.length > 0) {
  console.error(problems.map((problem) => `core/engine/migrations: ${problem}`).join('\n'))
  process.exit(1)
}
