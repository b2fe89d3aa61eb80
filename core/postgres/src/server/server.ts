import { copyFile, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedPostgresError } from '../postgres-error.ts'
import { runCommand } from '../system/run-command.ts'
import type { ServiceUser } from '../system/service-user.ts'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { findPostmaster, type Postmaster } from './postmaster.ts'
import { formatSettings, type ServerSettings } from './settings.ts'

/** Recovery after a crash replays at most `max_wal_size` of log, which takes minutes on a slow disk. */
const START_TIMEOUT_MS = 300_000
const ATTEMPTS = 20
const POLL_MS = 50
const LOG_LIMIT = 10 * 1024 * 1024

export interface RunningServer {
  readonly port: number
  /** Whether it listens on that port, and not only on its socket. */
  readonly tcp: boolean
  readonly startedHere: boolean
}

export interface ServerOptions extends ServerSettings {
  /** The port it must use; undefined for any free one. */
  readonly port: number | undefined
}

/** Adopts the server that already runs on this cluster, or starts one. Call only under the lock. */
export async function ensureServer(
  cluster: Cluster,
  binaries: Binaries,
  user: ServiceUser | undefined,
  options: ServerOptions,
): Promise<RunningServer> {
  const running = await waitForRunning(cluster)
  if (running !== undefined) return { port: running.port, tcp: running.tcp, startedHere: false }
  await writeFile(cluster.settingsFile, formatSettings(options))
  await rotateLog(cluster.logFile)
  await removeSockets(cluster.data)
  const port = await startServer(cluster, binaries, user, options.port)
  return { port, tcp: options.tcp, startedHere: true }
}

/** Stops the server: open transactions are rolled back, everything committed is on disk. */
export async function stopServer(cluster: Cluster, binaries: Binaries, user: ServiceUser | undefined): Promise<void> {
  if ((await findPostmaster(cluster.data)) === undefined) return
  const stop = (mode: string, seconds: number) =>
    runCommand(binaries.pgCtl, ['stop', '-s', '-D', cluster.data, '-m', mode, '-w', '-t', String(seconds)], { user })
  if ((await stop('fast', 60)).code === 0) return
  if ((await findPostmaster(cluster.data)) === undefined) return
  const { code, output } = await stop('immediate', 30)
  if (code !== 0) throw new EmbeddedPostgresError(`Postgres on ${cluster.data} could not be stopped: ${output}`)
}

/** The server that runs here, once it accepts connections; undefined when none runs (any more). */
async function waitForRunning(cluster: Cluster): Promise<Postmaster | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(cluster.data)
    if (postmaster === undefined) return undefined
    if (postmaster.ready) return postmaster
    await delay(POLL_MS)
  }
  throw new EmbeddedPostgresError(`Postgres on ${cluster.data} neither becomes ready nor ends; see ${cluster.logFile}.`)
}

async function startServer(
  cluster: Cluster,
  binaries: Binaries,
  user: ServiceUser | undefined,
  wantedPort: number | undefined,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = wantedPort ?? (await findFreePort())
    const logged = await sizeOf(cluster.logFile)
    const { code, output } = await runCommand(
      binaries.pgCtl,
      [
        'start',
        '-s',
        '-D',
        cluster.data,
        '-l',
        cluster.logFile,
        '-w',
        '-t',
        String(START_TIMEOUT_MS / 1000),
        '-o',
        `-p ${port}`,
      ],
      { user },
    )
    if (code === 0) return port
    const log = await readFrom(cluster.logFile, logged)
    if (attempt === ATTEMPTS || !isPassing(log)) throw startError(cluster, output, log)
    await delay(attempt * POLL_MS)
  }
}

/**
 * Removes the sockets that a killed server leaves beside its data. Postgres itself would not touch them while the dead
 * server's pid is in use: by an unrelated process, or by the dead server until its parent has waited for it.
 */
async function removeSockets(data: string): Promise<void> {
  for (const name of await readdir(data)) if (name.startsWith('.s.PGSQL.')) await rm(join(data, name), { force: true })
}

/** True when another process took the port first, or when the children of a killed server are still exiting. */
function isPassing(log: string): boolean {
  return /could not bind|could not create any TCP\/IP sockets|pre-existing shared memory block/.test(log)
}

function startError(cluster: Cluster, output: string, log: string): EmbeddedPostgresError {
  const reason = log.trim().split('\n').slice(-8).join('\n') || output
  return new EmbeddedPostgresError(`Postgres did not start on ${cluster.data} (log: ${cluster.logFile}):\n${reason}`)
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    // By this process alone, also in a worker of a cluster.
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Keeps one older log. The server appends to the file it has open, so that file is emptied, not replaced. */
export async function rotateLog(path: string, limit: number = LOG_LIMIT): Promise<void> {
  if ((await sizeOf(path)) <= limit) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

async function readFrom(path: string, offset: number): Promise<string> {
  try {
    const file = await open(path)
    try {
      const length = Math.max(0, (await file.stat()).size - offset)
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
      return buffer.toString('utf8')
    } finally {
      await file.close()
    }
  } catch {
    return ''
  }
}
