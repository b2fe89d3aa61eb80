import { spawn } from 'node:child_process'
import type { ServiceUser } from './service-user.ts'

export interface CommandResult {
  readonly code: number
  /** What it wrote to stdout and stderr, in the order it came. */
  readonly output: string
}

export interface CommandOptions {
  /** Run as this user; undefined = as ourselves. */
  readonly user?: ServiceUser | undefined
  readonly input?: string | undefined
}

/** What the programs of Postgres need. A server outlives us, and our environment may hold every secret of the deployment. */
const PASSED_ON = ['PATH', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot']

/** Our environment for what outlives us: without anything that could be a secret. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const given = PASSED_ON.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  )
  return { ...Object.fromEntries(given), LC_ALL: 'C' }
}

/** Runs a program to its end and never rejects because of its exit code. Rejects when it cannot be started. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      // The current directory may be one that the other user cannot enter.
      cwd: '/',
      stdio: 'pipe',
      windowsHide: true,
      env: bareEnvironment(),
      ...(options.user && { uid: options.user.uid, gid: options.user.gid }),
    })
    let output = ''
    const append = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }))
    // A program that ends without reading its input is no fault of ours.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
  })
}
