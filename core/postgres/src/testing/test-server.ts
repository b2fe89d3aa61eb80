import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The variable in which a test run passes the address of its Postgres server to its processes. */
export const TEST_DATABASE_VARIABLE = 'HELIOGRAPH_TEST_DATABASE'

/** A throw-away Postgres server. */
export interface TestServer {
  /** Address of a database in which databases may be created. */
  readonly url: string
  /** Stops the server and removes its directory. */
  stop(): Promise<void>
}

/** Sources run as `.ts`, the built package as `.js`. */
const KEEPER = fileURLToPath(import.meta.url).replace(/test-server\.(ts|js)$/, 'keep-postgres.$1')

/**
 * Starts a server in a new temporary directory, run by a separate process. That process stops the server and removes
 * the directory when its standard input closes, so nothing is left behind however the caller ends, `kill -9` included.
 */
export async function startTestServer(): Promise<TestServer> {
  const keeper = spawn(process.execPath, [...process.execArgv.filter(isForEveryProcess), KEEPER], {
    // In its own process group, so that Ctrl-C at the terminal does not reach it: it must outlive the processes it
    // serves.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const url = await addressFrom(keeper)
  return {
    url,
    async stop() {
      keeper.ref()
      const ended = once(keeper, 'exit')
      keeper.stdin?.end()
      if (keeper.exitCode === null && keeper.signalCode === null) await ended
    },
  }
}

/**
 * The server of this process when its test run has not provided one; started at the first call. It does not keep the
 * process alive.
 */
export function ownTestServer(): Promise<TestServer> {
  own ??= startTestServer()
  return own
}

let own: Promise<TestServer> | undefined

/** The keeper needs the loader options, but not those of the test runner. */
function isForEveryProcess(argument: string): boolean {
  return !/^--(test|inspect|watch|cpu-prof|heap-prof)/.test(argument)
}

async function addressFrom(keeper: ChildProcess): Promise<string> {
  if (!keeper.stdout) throw new Error('The Postgres keeper has no output')
  const lines = createInterface({ input: keeper.stdout })
  const ended = once(keeper, 'exit').then(([code]) => {
    throw new Error(`The Postgres server of the tests did not start (exit code ${code})`)
  })
  const [url] = await Promise.race([once(lines, 'line') as Promise<[string]>, ended])
  ended.catch(() => undefined)
  lines.close()
  keeper.unref()
  for (const pipe of [keeper.stdin, keeper.stdout]) (pipe as unknown as { unref?(): void })?.unref?.()
  return url
}
