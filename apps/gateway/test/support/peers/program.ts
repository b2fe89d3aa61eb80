import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const STOP_LIMIT_MS = 10_000

/** Programs that are still running: a failed test must not leave one behind. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A foreign program of a test. */
export interface Program {
  readonly pid: number
  /** Resolves when the program has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  readonly isRunning: boolean
  /** The end of what it wrote to standard error. */
  readonly complaints: string
  write(text: string): void
  /** Sends SIGTERM, then SIGKILL if necessary; resolves when the program has ended. */
  stop(): Promise<void>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

/** Starts a program in a folder; `onLine` gets its standard output. */
export function startProgram(
  path: string,
  args: readonly string[],
  { cwd, onLine }: { readonly cwd?: string; readonly onLine?: (line: string) => void } = {},
): Program {
  const child = spawn(path, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  const ended = once(child, 'close').then(
    ([code, signal]) => ({ code, signal }),
    () => ({ code: 127, signal: null }),
  )
  ended.then(() => running.delete(child))
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-4_000)
  })
  readLines(child, onLine ?? (() => {}))
  // The program may have ended.
  child.stdin.on('error', () => {})
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    ended,
    get isRunning() {
      return isRunning()
    },
    get complaints() {
      return complaints
    },
    write: (text) => void child.stdin.write(text),
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      child.kill('SIGTERM')
      await ended
      clearTimeout(timer)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
}
