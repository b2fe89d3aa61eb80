import { spawn } from 'node:child_process'
import type { ServiceUser } from './service-user.ts'

export interface CommandResult {
  readonly code: number
  /** Its stdout and stderr, in the order written. */
  readonly output: string
}

export interface CommandOptions {
  /** The user to run as; undefined: the same as this process. */
  readonly user?: ServiceUser | undefined
  readonly input?: string | undefined
}

/**
 * Variables that the programs of Postgres need. A server outlives us, and our environment may hold every secret of the
 * deployment.
 */
const PASSED_ON = ['PATH', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot']

/** The environment for processes that outlive this one, without anything that could be a secret. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const given = PASSED_ON.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  )
  return { ...Object.fromEntries(given), LC_ALL: 'C' }
}

/** Runs a program to its end; any exit code resolves. Rejects when the program cannot be started. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      // The other user may not be able to enter the current directory.
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
    // A program that ends without reading its input is not our error.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
  })
}
