import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { identityOf, isAlive, readIdentity } from '../system/process-identity.ts'
import { bareEnvironment } from '../system/run-command.ts'
import { IDLE_STOP_FILE, type IdleStopSettings } from './idle-stop.ts'

/** Sources run as `.ts`, the built package as `.js`. */
const PROGRAM = fileURLToPath(import.meta.url).replace(/process\.(ts|js)$/, 'main.$1')

/** Sees to it that a process of its own stops the server when it is not used any more, however those end that use it. Call only under the lock. */
export async function ensureIdleStop(settings: IdleStopSettings): Promise<void> {
  const path = join(settings.run, IDLE_STOP_FILE)
  const running = await readIdentity(path)
  if (running !== undefined && (await isAlive(running))) return
  const args = [...loaderArguments(), PROGRAM, JSON.stringify(settings)]
  const child = spawn(process.execPath, args, {
    // In a session of its own: it has to outlive this process and its terminal.
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: dirname(PROGRAM),
    env: bareEnvironment(),
  })
  // One that cannot be started is missed only after a crash; the next to open the server tries again.
  child.on('error', () => undefined)
  child.unref()
  if (child.pid !== undefined) await writeFile(path, JSON.stringify(await identityOf(child.pid)))
}

/** Tells that process that there is nothing left to do. It ends at its next look, and does not touch the folder until then. Call only under the lock. */
export async function endIdleStop(run: string): Promise<void> {
  await rm(join(run, IDLE_STOP_FILE), { force: true })
}

/** What translates sources, which only those of a checkout need. */
function loaderArguments(): readonly string[] {
  const isSource = PROGRAM.endsWith('.ts')
  return isSource
    ? process.execArgv.filter((argument) => !/^--(test|inspect|watch|cpu-prof|heap-prof)/.test(argument))
    : []
}
