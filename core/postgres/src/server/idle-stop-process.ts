import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { identityOf, isAlive, readIdentity } from '../system/process-identity.ts'
import { bareEnvironment } from '../system/run-command.ts'
import { IDLE_STOP_FILE, type IdleStopSettings } from './idle-stop.ts'

/** Sources run as `.ts`, the built package as `.js`. */
const PROGRAM = fileURLToPath(import.meta.url).replace(/process\.(ts|js)$/, 'main.$1')

/**
 * Makes sure that a separate process stops the server once it is no longer used, however the processes that use it end.
 * Call only under the lock.
 */
export async function ensureIdleStop(settings: IdleStopSettings): Promise<void> {
  const path = join(settings.run, IDLE_STOP_FILE)
  const running = await readIdentity(path)
  if (running !== undefined && (await isAlive(running))) return
  const args = [...loaderArguments(), PROGRAM, JSON.stringify(settings)]
  const child = spawn(process.execPath, args, {
    // Detached, because it has to outlive this process and its terminal.
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: dirname(PROGRAM),
    env: bareEnvironment(),
  })
  // If it cannot be started, that matters only after a crash; the next process to open the server tries again.
  child.on('error', () => undefined)
  child.unref()
  if (child.pid !== undefined) await writeFile(path, JSON.stringify(await identityOf(child.pid)))
}

/**
 * Tells that process that there is nothing left to do. It ends at its next check and does not touch the folder until
 * then. Call only under the lock.
 */
export async function endIdleStop(run: string): Promise<void> {
  await rm(join(run, IDLE_STOP_FILE), { force: true })
}

/** The loader options, which only the sources of a checkout need. */
function loaderArguments(): readonly string[] {
  const isSource = PROGRAM.endsWith('.ts')
  return isSource
    ? process.execArgv.filter((argument) => !/^--(test|inspect|watch|cpu-prof|heap-prof)/.test(argument))
    : []
}
