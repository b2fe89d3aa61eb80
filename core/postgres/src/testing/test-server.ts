import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Under this name a test run hands the address of its Postgres server to its processes. */
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
 * Starts a server in a fresh temporary directory, in the care of a process of its own. That process ends the server and removes the directory when its
 * standard input closes, so nothing is left behind however the caller ends, `kill -9` included.
 */
export async function startTestServer(): Promise<TestServer> {
  const keeper = spawn(process.execPath, [...process.execArgv.filter(isForEveryProcess), KEEPER], {
    // In a process group of its own a Ctrl-C of the terminal does not reach it: it must outlive those it serves.
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

/** The server of this process when its test run has not brought one; started at the first call. It does not keep the process alive. */
export function ownTestServer(): Promise<TestServer> {
  own ??= startTestServer()
  return own
}

let own: Promise<TestServer> | undefined

/** Loader options are needed in the keeper, what concerns the test runner is not. */
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
