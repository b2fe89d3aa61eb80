import { access, constants, mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Logger, systemClock } from '@heliograph/contracts'
import { EmbeddedPostgresError } from './postgres-error.ts'
import { resolveBinaries } from './server/binaries.ts'
import { type Cluster, DATABASE, ensureCluster, SUPERUSER } from './server/cluster.ts'
import { endIdleStop, ensureIdleStop } from './server/idle-stop-process.ts'
import { isServerRunning } from './server/postmaster.ts'
import { ensureServer, rotateLog, stopServer } from './server/server.ts'
import { openTenants } from './server/tenants.ts'
import { watchServer } from './server/watch-server.ts'
import { withLock } from './system/lock.ts'
import { resolveServiceUser } from './system/service-user.ts'

export interface EmbeddedPostgresOptions {
  /**
   * Folder for the cluster (`postgres/`) and for the files through which processes find each other (`postgres.run/`).
   * Created when missing.
   */
  readonly dataDir: string
  readonly logger?: Logger | undefined
  /**
   * False gives up safety against a crash of the machine for speed; for throw-away databases. Applies when this call
   * starts the server. Default true.
   */
  readonly durable?: boolean | undefined
  /**
   * False: if this call starts the server, it listens on its local socket only, where the system and the length of the
   * folder's path allow a socket. Default true: it also listens on a port of 127.0.0.1.
   */
  readonly tcp?: boolean | undefined
  /**
   * Connections that all processes together want. Applies when this call starts the server. Default, and at least, 100.
   */
  readonly connections?: number | undefined
  /**
   * Starts the server again, at the same address, when it dies (killed for lack of memory, say) before `stop` is
   * called; waits longer after each failure. For long-lived processes. Default false.
   */
  readonly keepRunning?: boolean | undefined
  /**
   * How long the server stays up when every process that had it open was killed before it could stop it, so that they
   * can come back without a server start. Applies when no process watches the server yet. Default 5 minutes.
   */
  readonly idleGraceMs?: number | undefined
}

export interface EmbeddedPostgres {
  /**
   * Connection string of the database `heliograph`, with the superuser's password; same as `socketUrl` when the server
   * listens on no port.
   */
  readonly url: string
  /**
   * The same through the local socket (`?host=` names the folder), which is cheaper; same as `url` where the folder's
   * path is too long for a socket.
   */
  readonly socketUrl: string
  /** False when a running server was adopted. */
  readonly startedHere: boolean
  /**
   * Gives the server up. It is stopped when no other living process has it open, no matter which process started it: a
   * short command that adopted a gateway's server leaves it running, and the last process to leave stops it.
   * Idempotent.
   */
  stop(): Promise<void>
}

const LOCK_TIMEOUT_MS = 330_000

const IDLE_GRACE_MS = 300_000

/**
 * Opens the Postgres of a data folder: creates the cluster the first time, and adopts the server if it still runs (it
 * outlives a killed gateway for a while), else starts it on a free port of 127.0.0.1. Several processes may call this
 * at once. Throws `EmbeddedPostgresError`, whose message has the remedy.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? true
  const dataDir = await prepareFolder(options.dataDir)
  const user = await resolveServiceUser()
  const binaries = await resolveBinaries(user)
  const logger = options.logger
  const run = join(dataDir, 'postgres.run')
  const tenants = openTenants(join(run, 'tenants'))
  const locked = <T>(work: () => Promise<T>) => withLock(join(run, 'lock'), LOCK_TIMEOUT_MS, work)
  const start = async (cluster: Cluster, wantsTcp: boolean) => {
    // Other processes that have the server open expect it back at its old address.
    const port = (await tenants.any()) ? await readPort(run) : undefined
    const tcp = wantsTcp || !fitsSocket(cluster.data, LONGEST_PORT)
    const { connections } = options
    const server = await ensureServer(cluster, binaries, user, { durable, tcp, port, connections })
    await writeFile(join(run, PORT_FILE), `${server.port}\n`)
    await ensureIdleStop({ run, cluster, binaries, user, graceMs: options.idleGraceMs ?? IDLE_GRACE_MS })
    return server
  }

  const opened = await locked(async () => {
    const cluster = await ensureCluster(dataDir, binaries, user, durable)
    return { cluster, ...(await start(cluster, options.tcp ?? true)), tenant: await tenants.enter() }
  })
  const { cluster, port, tcp, startedHere } = opened
  logger?.info(
    { port, data: cluster.data },
    startedHere ? 'embedded Postgres started' : 'running embedded Postgres adopted',
  )

  let stopping: Promise<void> | undefined
  const watch = options.keepRunning
    ? watchServer({
        clock: systemClock,
        logger,
        isRunning: () => isServerRunning(cluster.data),
        tend: () => rotateLog(cluster.logFile),
        restart: () => locked(async () => (stopping === undefined ? void (await start(cluster, tcp)) : undefined)),
      })
    : undefined
  const stop = (): Promise<void> =>
    locked(async () => {
      if (!(await tenants.leave(opened.tenant))) return
      await stopServer(cluster, binaries, user)
      await endIdleStop(run)
    })
  const tcpUrl = await formatUrl(cluster, port)
  const socketUrl = fitsSocket(cluster.data, port) ? withSocket(tcpUrl, cluster.data) : tcpUrl
  return {
    url: tcp ? tcpUrl : socketUrl,
    socketUrl,
    startedHere,
    stop() {
      watch?.stop()
      stopping ??= stop()
      return stopping
    },
  }
}

const PORT_FILE = 'port'

/** The port the server used last; undefined when unknown. */
async function readPort(run: string): Promise<number | undefined> {
  const port = Number(await readFile(join(run, PORT_FILE), 'utf8').catch(() => ''))
  return Number.isInteger(port) && port > 0 ? port : undefined
}

async function prepareFolder(path: string): Promise<string> {
  const shared = join(resolve(path), 'postgres.run')
  try {
    await mkdir(shared, { recursive: true })
    await access(shared, constants.W_OK)
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The folder ${shared} cannot be written to. Start as the user who owns it, or choose another folder with --data-dir.`,
      { cause },
    )
  }
  return realpath(path)
}

/** Length in octets that every system accepts for the path of a socket. */
const SOCKET_PATH_LIMIT = 100

const LONGEST_PORT = 65_535

function fitsSocket(folder: string, port: number): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= SOCKET_PATH_LIMIT
}

function withSocket(url: string, folder: string): string {
  return `${url}?host=${encodeURIComponent(folder)}`
}

async function formatUrl(cluster: Cluster, port: number): Promise<string> {
  const password = (await readFile(cluster.passwordFile, 'utf8')).trim()
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`
}
