import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'

/** A node in another process: see `node-process.ts`. */
export interface Victim {
  readonly process: ChildProcess
  /** Messages handed to its link, in order. */
  readonly handed: readonly number[]
  kill(): Promise<void>
}

/** Starts one whose link takes `delayMs` to answer and has room for `window` parts. */
export function startVictim(
  t: TestContext,
  url: string,
  delayMs: number,
  window: number,
  env: NodeJS.ProcessEnv = {},
): Victim {
  const script = new URL('./node-process.ts', import.meta.url).pathname
  const args = [
    '--conditions=@heliograph/source',
    '--import',
    '@heliograph/tsx',
    script,
    url,
    String(delayMs),
    String(window),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const handed: number[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => void handed.push(Number(line)))
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')])
  t.after(() => child.kill('SIGKILL'))
  return {
    process: child,
    handed,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
