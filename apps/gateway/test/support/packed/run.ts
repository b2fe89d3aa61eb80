import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a program; returns it with its output so far. */
export function launch(command: string, args: readonly string[], { cwd, env }: RunOptions) {
  // Node scripts use the first Node on the path, so put the one that runs the tests first.
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({ code, ...output }))
  return { child, output, ended }
}

/** Runs a program to its end. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  return launch(command, args, options).ended
}
