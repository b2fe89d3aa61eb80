import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HOME = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = ['src', 'scripts', 'public', 'index.html', 'log-in.html', 'vite.config.ts', 'package.json']

/** Builds the pages when a source is newer than the build, so that a test never checks outdated pages. */
export function buildWhenStale(): void {
  const built = timeOf(join(HOME, 'dist/index.js'))
  if (built > Math.max(...SOURCES.map((name) => newest(join(HOME, name))))) return
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: HOME, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The pages could not be built:\n${stdout}${stderr}`)
}

function newest(path: string): number {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return timeOf(path)
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter(
    // Generated from the endpoints; none of it reaches the pages.
    (entry) => entry.isFile() && entry.name !== 'schema.ts',
  )
  return Math.max(0, ...files.map((entry) => timeOf(join(entry.parentPath ?? entry.path, entry.name))))
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
