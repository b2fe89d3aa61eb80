import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { createThrowAwayFolder, fillDataFolder } from '@heliograph/postgres/testing'
import { ENGINE_TEMPLATE } from '../../../../core/engine/test/support/engine-database.ts'

const HOME = fileURLToPath(new URL('../..', import.meta.url))
/** The launcher that operators run. The code is compiled, so that a start costs a second of CPU time and not five. */
const LAUNCHER = [join(HOME, 'bin/heliograph.mjs')]
const START_LIMIT_MS = 120_000
/** Far longer than anything that tests wait for takes, even on a busy machine. */
const WAIT_LIMIT_MS = 60_000

/** How a command ended, with its output. */
export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of node; default: the gateway's launcher. */
  readonly program?: readonly string[]
}

export interface TestDataDir {
  readonly path: string
  /** Deletes it, after stopping the server in it. */
  remove(): Promise<void>
}

/** Creates a folder for `--data-dir`, with a database in it, for what is not about the first start. */
export async function makeUsedDataDir(): Promise<TestDataDir> {
  const folder = await makeDataDir()
  await fillDataFolder(folder.path, ENGINE_TEMPLATE)
  return folder
}

/** Creates a folder for `--data-dir`. */
export async function makeDataDir(): Promise<TestDataDir> {
  const path = await createThrowAwayFolder('heliograph-gateway-')
  return {
    path,
    async remove() {
      await killAll((child) => child.spawnargs.includes(path))
      // A killed gateway leaves its server running; adopt and stop it here.
      if (await exists(join(path, 'postgres'))) await (await openEmbeddedPostgres({ dataDir: path })).stop()
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** Runs a command of the gateway to its end. `stopAfter`: sends SIGTERM once standard error matches it. */
export async function runHeliograph(
  args: readonly string[],
  { stopAfter, ...options }: ProcessOptions & { readonly stopAfter?: RegExp } = {},
): Promise<Finished> {
  const { child, output } = launch(args, options)
  const stopWhenSaid = (): void => {
    if (!stopAfter?.test(output.stderr)) return
    child.stderr.off('data', stopWhenSaid)
    child.kill('SIGTERM')
  }
  child.stderr.on('data', stopWhenSaid)
  const [code, signal] = await once(child, 'close')
  return { code, signal, ...output }
}

/** Runs a command with `--json` that has to succeed, and resolves with its answer. */
export async function runJson<T>(args: readonly string[], options: ProcessOptions = {}): Promise<T> {
  const { code, stdout, stderr } = await runHeliograph([...args, '--json'], options)
  assert.equal(code, 0, stderr)
  assert.equal(stderr, '')
  assert.match(stdout, /^\{.*\}\n$/)
  return JSON.parse(stdout) as T
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form.
  readonly body: any
}

/** A running gateway. */
export interface GatewayProcess {
  readonly http: string
  readonly admin: string
  /** Ports of adapters with sockets of their own, by instance. */
  readonly instances: Readonly<Record<string, { readonly port: number; readonly tlsPort?: number }>>
  /** Id of the process that serves. */
  readonly pid: number
  readonly output: { readonly stdout: string; readonly stderr: string }
  /** A v2 request; with a body it is a POST. */
  request(
    path: string,
    options: { readonly key: string; readonly body?: unknown; readonly method?: string },
  ): Promise<Reply>
  /** A request to the admin port, with its token. */
  askAdmin(path: string, init?: RequestInit): Promise<Response>
  /** Sends SIGTERM (or `signal`) and resolves with how the process ended. */
  stop(signal?: NodeJS.Signals): Promise<Finished & { readonly elapsedMs: number }>
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Resolves when the process has ended. */
  readonly ended: Promise<Finished>
}

export interface GatewayOptions extends ProcessOptions {
  readonly dataDir: string
  /** More arguments of `start`, such as `--config FILE` or `--set key=value`. */
  readonly args?: readonly string[]
}

/** Starts a gateway on free ports and waits until it listens. Rejects with its output when it ends before that. */
export async function startGateway({ dataDir, args = [], ...options }: GatewayOptions): Promise<GatewayProcess> {
  const readyFile = join(dataDir, `ready-${randomUUID()}.json`)
  // The demo also has servers for SMPP and mail.
  const own = args.includes('--config') ? [] : ['instances.smpp.config.port=0', 'instances.email.config.port=0']
  const ports = ['http.port=0', 'admin.port=0', ...own].flatMap((override) => ['--set', override])
  const { child, output } = launch(
    ['start', '--data-dir', dataDir, ...ports, '--ready-file', readyFile, ...args],
    options,
  )
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }))
  const ready = await waitForReady(readyFile, child, output)
  return {
    ...ready,
    output,
    ended,
    request: (path, request) => sendRequest(`${ready.http}${path}`, request),
    async askAdmin(path, init) {
      const token = await readFile(join(dataDir, 'admin.token'), 'utf8').catch(() => '')
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token.trim()}` }
      return fetch(`${ready.admin}${path}`, { ...init, headers })
    },
    async stop(signal = 'SIGTERM') {
      const begun = performance.now()
      process.kill(ready.pid, signal)
      return { ...(await ended), elapsedMs: performance.now() - begun }
    },
    async kill() {
      process.kill(ready.pid, 'SIGKILL')
      await ended
    },
  }
}

/** Calls `ask` again, every `everyMs`, until `isDone` accepts the answer. */
export async function until<T>(
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  limitMs = WAIT_LIMIT_MS,
  // Often enough, but still within the rate limit of the demo's key.
  everyMs = 100,
): Promise<T> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (isDone(answer)) return answer
    assert.ok(Date.now() < deadline, `not within ${limitMs} ms; last: ${JSON.stringify(answer)}`)
    await delay(everyMs)
  }
}

/** Processes that are still running: a failed test must not leave a gateway behind. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

async function killAll(isMeant: (child: ChildProcess) => boolean): Promise<void> {
  for (const child of [...running].filter(isMeant)) {
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }
}

function launch(args: readonly string[], { env, program = LAUNCHER }: ProcessOptions) {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: HOME,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  return { child, output }
}

interface Ready {
  readonly http: string
  readonly admin: string
  readonly instances: GatewayProcess['instances']
  readonly pid: number
}

async function waitForReady(
  path: string,
  child: ChildProcess,
  output: Pick<Finished, 'stdout' | 'stderr'>,
): Promise<Ready> {
  const ready = await until(
    async () => {
      assert.equal(child.exitCode ?? child.signalCode, null, `the gateway ended: ${output.stdout}${output.stderr}`)
      return (await exists(path)) ? (JSON.parse(await readFile(path, 'utf8')) as Ready) : undefined
    },
    (found) => found !== undefined,
    START_LIMIT_MS,
  )
  return ready as Ready
}

async function sendRequest(
  url: string,
  { key, body, method }: { readonly key: string; readonly body?: unknown; readonly method?: string },
): Promise<Reply> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { authorization: `App ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
