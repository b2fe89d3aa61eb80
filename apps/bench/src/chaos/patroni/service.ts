import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { type PatroniPrograms, programEnvironment } from './programs.ts'

/** A running program. */
export interface Service {
  readonly hasEnded: boolean
  /** The end of what it has written, for people. */
  tail(): string
  /** Ends it at once; resolves when it is gone. */
  kill(): Promise<void>
}

export interface ServiceOptions {
  readonly file: string
  readonly args: readonly string[]
  readonly logFile: string
  readonly programs: Pick<PatroniPrograms, 'pythonPath' | 'user'>
}

const LOG_TAIL = 3000

/** Starts a program as the user of the deployment. */
export function startService({ file, args, logFile, programs }: ServiceOptions): Service {
  const log = openSync(logFile, 'a')
  const { uid, gid } = programs.user ?? {}
  const child = spawn(file, args, {
    // The other user may not be able to enter the current folder.
    cwd: '/',
    env: programEnvironment(programs),
    stdio: ['ignore', log, log] as const,
    ...(uid !== undefined && { uid, gid }),
  })
  closeSync(log)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return {
    get hasEnded() {
      return child.pid === undefined || hasExited(child)
    },
    tail: () => readFileSync(logFile, 'utf8').slice(-LOG_TAIL),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
